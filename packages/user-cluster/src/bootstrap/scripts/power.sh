#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Waits for the power button, drains the node, and turns the machine off. logind must not handle the
# button: it would inform the kubelet first, and the kubelet would end all pods before they are evicted.
set -u
event=$(awk '/^N: Name="Power Button"/ { found = 1 }
  found && /^H: Handlers=/ { match($0, /event[0-9]+/); print substr($0, RSTART, RLENGTH); exit }' \
  /proc/bus/input/devices)
[ -n "$event" ] || exit 1
# An input event has 24 bytes. The first event is the press of the button.
head -c 24 "/dev/input/$event" > /dev/null || exit 1
/opt/strata/bin/drain
systemctl poweroff
