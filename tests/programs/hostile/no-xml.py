#!/usr/bin/env python3
# Prints characters that no XML may hold, as JSON allows them.
# anywhere: fail mismatch
print('"\\u0000\\u000b\\u001b[31m\\ufffe\\ud7ff]]>"')
