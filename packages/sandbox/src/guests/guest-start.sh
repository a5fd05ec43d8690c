#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts a guest as the first process of a process namespace, and stands for it outside:
#   unshare --pid -- sh guest-start.sh PROGRAM [ARGUMENT]...
# SIGTERM is the power button and goes to the guest alone; SIGUSR1 cuts it off. Ends as it does.
"$@" &
guest=$!
trap 'kill -TERM "$guest" 2> /dev/null' TERM
trap 'kill -KILL "$guest" 2> /dev/null' USR1
wait "$guest"
code=$?
# A signal ends the wait before the guest has ended.
while kill -0 "$guest" 2> /dev/null; do
  wait "$guest"
  code=$?
done
exit "$code"
