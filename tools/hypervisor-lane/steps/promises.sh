#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks in the objects of a cluster what the sandbox's played parts promise of the real components, one
# line a promise. It only reads. It ends with 1 when a promise is broken, with 2 when none is, but something
# could not be read.
# usage: promises.sh infra   or: promises.sh user KUBECONFIG-OF-THE-USER-CLUSTER
set -euo pipefail
refuse() {
  echo "$*" >&2
  exit 2
}
case ${1-} in
  infra) export KUBECONFIG=${2:-${KUBECONFIG:?names the kubeconfig of the infra cluster}} ;;
  user) export KUBECONFIG=${2:-} ;;
  *) refuse 'promises.sh: CLUSTER must be infra or user' ;;
esac
[ -n "$KUBECONFIG" ] || refuse 'promises.sh: the kubeconfig of the user cluster is missing'
command -v kubectl >/dev/null || refuse 'promises.sh needs kubectl'
root=$(dirname "$(readlink -f "$0")")/../../..
# The types of the programs are for Node 24, which comes with the packages.
node=$root/node_modules/node/bin/node
[ -x "$node" ] || refuse 'promises.sh needs the packages of the repository: npm ci'
exec "$node" "$root/tools/hypervisor-lane/src/promises/main.ts" "$1"
