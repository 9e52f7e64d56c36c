#!/usr/bin/env python3
# Ends its first thread, so that it looks dead, while another one runs on.
# anywhere: fail timeout
# options: --timeout 700ms
import ctypes
import threading
import time

threading.Thread(target=time.sleep, args=(600,)).start()
ctypes.CDLL(None).pthread_exit(None)
