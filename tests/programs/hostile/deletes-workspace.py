#!/usr/bin/env python3
# Deletes its own workspace, in which the next case is to run.
# none: pass changed spoils
# standard, strict: pass
import os
import shutil

shutil.rmtree(os.getcwd(), ignore_errors=True)
print(1)
