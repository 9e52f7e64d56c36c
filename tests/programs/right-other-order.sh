#!/bin/sh
# Right, the members in another order: passes.
echo '{"text":"echo","big":9007199254740993,"id":1}'
