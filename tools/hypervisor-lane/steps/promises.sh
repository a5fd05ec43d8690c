#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks in the objects of a cluster what the sandbox's played parts promise of the real components, one
# line a promise. It only reads.
# usage: promises.sh CLUSTER [KUBECONFIG-OF-THE-USER-CLUSTER]   CLUSTER is infra or user
set -euo pipefail
export KUBECONFIG=${2:-${KUBECONFIG:?names the kubeconfig of the infra cluster}}
exec node "$(dirname "$(readlink -f "$0")")/../src/promises/main.ts" "$1"
