#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Waits for the power button, empties the node, and turns the machine off. logind must not see to the
# button: it would tell the kubelet of the shutdown first, which ends all pods before they are evicted.
set -u
event=$(awk '/^N: Name="Power Button"/ { found = 1 }
  found && /^H: Handlers=/ { match($0, /event[0-9]+/); print substr($0, RSTART, RLENGTH); exit }' \
  /proc/bus/input/devices)
[ -n "$event" ] || exit 1
# One event is 24 bytes; the first is the button going down.
head -c 24 "/dev/input/$event" > /dev/null || exit 1
/opt/strata/bin/drain
systemctl poweroff
