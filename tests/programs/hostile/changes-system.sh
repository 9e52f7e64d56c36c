#!/bin/sh
# Opens, to write, what belongs to the whole machine. Prints 2 where that works.
# none: any
# standard, strict: pass
answer=1
for file in /etc/passwd /proc/sysrq-trigger /proc/sys/kernel/core_pattern /dev/mem /dev/kmsg \
    /dev/vda /dev/sda /sys/power/state /var/tmp/"$MARK" /run/"$MARK"; do
  if [ -e "$file" ] && (: >> "$file") 2> /dev/null; then answer=2; fi
done
echo $answer
