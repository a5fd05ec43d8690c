#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the infra cluster: kind, with real KVM in its hosts. Its kubeconfig is written to $KUBECONFIG.
# usage: KUBECONFIG=FILE cluster-up.sh NAME
set -euo pipefail
name=$1
: "${KUBECONFIG:?names the file to write}"
folder=$(dirname "$(dirname "$(readlink -f "$0")")")
kind create cluster --name "$name" --config "$folder/kind.yaml" --wait 5m \
  ${STRATA_LANE_NODE_IMAGE:+--image "$STRATA_LANE_NODE_IMAGE"}
# Both of the cluster's workers hold machines; kind's control plane is tainted, and stays so.
for host in $(kind get nodes --name "$name"); do
  docker exec "$host" test -c /dev/kvm || {
    echo "$host has no /dev/kvm: its machines would be emulated, and nothing here proven." >&2
    exit 1
  }
done
kubectl wait nodes --all --for=condition=Ready --timeout=180s
