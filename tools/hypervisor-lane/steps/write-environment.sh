#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the stacks of the lane's environment, by the same generators that everybody uses: an infra
# cluster that exists, its platform, and one user cluster with a pool of each kind of image. Nothing of
# it is committed.
# usage: write-environment.sh ENVIRONMENT CLUSTER STORAGE-CLASS
set -euo pipefail
environment=$1
cluster=$2
class=$3
: "${STRATA_LANE_FLATCAR_URL:?names the Flatcar image for KubeVirt}"
: "${STRATA_LANE_FLATCAR_CHECKSUM:?is its checksum, sha256:... or sha512:...}"
cd "$(dirname "$(readlink -f "$0")")/../../.."
# The network of kind's containers; its last addresses are nobody's. The runner reaches all of it.
network=$(docker network inspect kind |
  jq -r '[.[0].IPAM.Config[].Subnet | select(test("^[0-9.]+/16$"))][0] // empty')
[ -n "$network" ] || {
  echo "Docker's network \"kind\" has no IPv4 range of /16." >&2
  exit 1
}
free=${network%.*.*}.255
# kind's own DNS: the lane has one user cluster, and nobody whose names it could learn.
npx nx g @strata/nx-pulumi:environment "$environment" --storageClass "$class" \
  --endpoints "$free.10-$free.19" --loadBalancers "$free.20-$free.99" --services 10.112.0.0/12 \
  --dns 10.96.0.10
npx nx g @strata/nx-pulumi:user-cluster "$cluster" --environment "$environment"
node tools/hypervisor-lane/src/main.ts "$environment" "$cluster"
