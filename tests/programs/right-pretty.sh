#!/bin/sh
# Right, over several lines: passes.
printf '\n{\n\t"id": 1,\n\t"big": 9007199254740993,\n\t"text": "echo"\n}\n\n'
