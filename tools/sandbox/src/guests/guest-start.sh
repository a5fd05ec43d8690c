#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts a guest as the first process of a process namespace, and stands for it outside:
#   unshare --pid -- sh guest-start.sh PROGRAM [ARGUMENT]...
# SIGTERM is the power button and goes to the guest alone; SIGUSR1 cuts it off. Ends as it does.
guest=
pass() {
  signalled=yes
  [ -z "$guest" ] || kill "-$1" "$guest" 2> /dev/null
}
trap 'pass TERM' TERM
trap 'pass KILL' USR1
"$@" &
guest=$!
code=127
signalled=yes
# A signal ends the wait, mostly before the guest has ended.
while [ -n "$signalled" ]; do
  signalled=
  wait "$guest" 2> /dev/null
  answer=$?
  # The guest is no longer known once its end was told.
  [ "$answer" = 127 ] || code=$answer
done
exit "$code"
