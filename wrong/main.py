"""Runs the Python solution with one of its functions replaced by a wrong one.

The variable MISTAKE names the mistake, as a stage.json does. `--list` prints all of them as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "solutions" / "python"))

import tools_call_handler
import tools_list_and_call
from registry import Mistake

MISTAKES: dict[str, Mistake] = {**tools_list_and_call.MISTAKES, **tools_call_handler.MISTAKES}


def main(arguments: list[str]) -> int:
    if arguments == ["--list"]:
        print(json.dumps([mistake.described() for mistake in MISTAKES.values()], indent=2))
        return 0
    name = os.environ.get("MISTAKE", "")
    if name not in MISTAKES:
        known = "\n  ".join(sorted(MISTAKES))
        print(f"MISTAKE is '{name}'; it names one of these:\n  {known}", file=sys.stderr)
        return 2
    MISTAKES[name].make()
    # Only now, as it takes the functions of src/mcp.py when it is imported.
    import program

    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
