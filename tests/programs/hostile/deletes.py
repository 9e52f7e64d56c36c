#!/usr/bin/env python3
# Deletes the course.
# none: pass changed
# standard, strict: pass
import os
import shutil

shutil.rmtree(os.environ["COURSE"], ignore_errors=True)
print(1)
