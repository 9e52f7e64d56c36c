#!/bin/sh
# Wrong in every run, and never twice in the same way: `--repeat` names what varies.
echo x >>"$(dirname "$0")/runs"
echo "{\"id\":1,\"big\":9007199254740993,\"text\":\"run $(wc -l <"$(dirname "$0")/runs")\"}"
