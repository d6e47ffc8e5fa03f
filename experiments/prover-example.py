#!/usr/bin/env python3
"""A prover for kind: command, to start from. It reads one request (JSON) on stdin
and writes one answer (JSON) on stdout; what it prints on stderr is shown when it
fails. This one only tries what proves the goal as it stands: a hypothesis, or a
premise without hypotheses and variables. In a spec:

    models:
      - {name: example, kind: command, command: [python3, prover-example.py]}
"""

import json
import sys


def main() -> None:
    request = json.load(sys.stdin)
    if request["format"] != "proofgrid-request" or request["version"] != 1:
        sys.exit("this prover reads version 1 of proofgrid-request")
    task = request["task"]
    facts = [(h["name"], h["statement"]) for h in task["hypotheses"]]
    facts += [(p["name"], p["statement"]) for p in request["context"]["premises"] if not p["hypotheses"]]
    tried = {r["proof"] for r in request["history"]}
    proof = next((name for name, statement in facts if statement == task["statement"] and name not in tried), "")
    json.dump({"proof": proof, "finish": "stop" if proof else "exhausted"}, sys.stdout)


if __name__ == "__main__":
    main()
