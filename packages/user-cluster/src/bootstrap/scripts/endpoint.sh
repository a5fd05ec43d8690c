#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Gives this machine the API's address as one of its own, on the loopback interface: what runs here
# reaches the API without a way through the load balancer, which sends traffic here only.
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
ip address replace "$ENDPOINT/32" dev lo
ip link set lo up
