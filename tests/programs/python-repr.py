#!/usr/bin/env python3
# Prints the repr of a dict: not-json, single quotes.
print({'id': 1, 'big': 9007199254740993, 'text': 'echo'})
