#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether the cluster's CNI enforces NetworkPolicies: a connection that works is forbidden and must end.
# What Strata promises of isolation is worth nothing on a cluster that fails this.
# usage: enforcing.sh
set -euo pipefail
steps=$(dirname "$(readlink -f "$0")")
namespace=lane-enforcing
image=${STRATA_LANE_PROBE_IMAGE:-registry.k8s.io/e2e-test-images/agnhost:2.53}
trap 'kubectl delete namespace "$namespace" --ignore-not-found --timeout=180s > /dev/null' EXIT
kubectl create namespace "$namespace"
kubectl run server --namespace "$namespace" --image "$image" --labels app=server --port 8080 \
  -- netexec --http-port=8080
kubectl wait pod/server --namespace "$namespace" --for=condition=Ready --timeout=180s
address=$(kubectl get pod server --namespace "$namespace" --output 'jsonpath={.status.podIP}')
"$steps/connect.sh" "$namespace" "$address:8080" open
kubectl apply --namespace "$namespace" --filename - << 'MANIFEST'
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: nothing-in
spec:
  podSelector: {}
  policyTypes: [Ingress]
MANIFEST
# A CNI may take a moment.
for _ in $(seq 10); do
  if "$steps/connect.sh" "$namespace" "$address:8080" closed; then exit 0; fi
  sleep 3
done
echo 'The CNI does not enforce NetworkPolicies: a connection that one forbids still works.' >&2
exit 1
