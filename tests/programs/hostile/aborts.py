#!/usr/bin/env python3
# Ends itself with SIGABRT, as a panic in C or C++ does.
# anywhere: fail signal
# tells: SIGABRT
import os

os.abort()
