// Package sandbox runs outside programs: checkers, and provers that are programs.
//
// [Detect] finds out once what the machine offers. [Sandbox.Run] runs a [Command] to
// its end; [Sandbox.Start] starts one that is talked to through pipes, with
// [Process.Wait] and [Process.Kill]. A program never outlives its Process:
//
//   - it leads a process group and a session of its own, and the kernel kills it when
//     this program dies (on Linux);
//   - at its end, and when a limit strikes, all that it started is killed: the group
//     everywhere; on Linux also children that left the group, by their ancestry, by a
//     variable in their environment, and when their parents have ended, as this program
//     adopts them; and without exception when it is isolated;
//   - it gets the environment and the descriptors that it is given, and no others.
//
// [Limits] bound time and output everywhere; memory, CPU time, file size and
// processes where the program prlimit exists; on Linux a watch bounds what all processes
// of a program hold in memory together, and how many they are. An isolated program runs in namespaces
// of its own by bubblewrap: it sees the system read-only, the folders that it is
// given, bounded scratch space in memory, and no network. [Sandbox.Strength] says in words what is in force.
//
// It is the only package that starts programs.
package sandbox
