#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Adds the API's address to the loopback interface of the only control-plane machine, so that programs
# on this machine reach the API directly and not through the load balancer.
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
ip address replace "$ENDPOINT/32" dev lo
ip link set lo up
