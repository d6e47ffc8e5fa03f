/* The program lean, for a copy of Lean that comes as a shared library alone:
 * cc -o lean lean.c -L DIR -lleanshared -Wl,-rpath,DIR -Wl,--allow-shlib-undefined */
int lean_main(int argc, char **argv);
int main(int argc, char **argv) { return lean_main(argc, argv); }
