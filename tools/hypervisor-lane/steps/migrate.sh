#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Moves a machine to another host while it runs: the same machine, and its node neither restarts nor
# stops being Ready.
# usage: migrate.sh NAMESPACE MACHINE KUBECONFIG-OF-THE-USER-CLUSTER
set -euo pipefail
namespace=$1
machine=$2
user=$3
of_machine() { kubectl get vmi "$machine" --namespace "$namespace" --output "jsonpath={$1}"; }
of_node() {
  kubectl --kubeconfig "$user" get node "$machine" --output \
    'jsonpath={.status.nodeInfo.bootID} {.status.conditions[?(@.type=="Ready")].lastTransitionTime}'
}
kubectl wait vmi "$machine" --namespace "$namespace" --for=condition=LiveMigratable --timeout=60s
host=$(of_machine .status.nodeName)
uid=$(of_machine .metadata.uid)
life=$(of_node)
move=lane-move-$RANDOM
kubectl create --filename - << MANIFEST
apiVersion: kubevirt.io/v1
kind: VirtualMachineInstanceMigration
metadata:
  name: $move
  namespace: $namespace
spec:
  vmiName: $machine
MANIFEST
kubectl wait vmim "$move" --namespace "$namespace" --for=jsonpath='{.status.phase}'=Succeeded \
  --timeout="${STRATA_LANE_MOVE_SECONDS:-300}s"
[ "$(of_machine .metadata.uid)" = "$uid" ] || {
  echo "$machine is another machine now" >&2
  exit 1
}
now=$(of_machine .status.nodeName)
[ "$now" != "$host" ] || {
  echo "$machine is still on $host" >&2
  exit 1
}
# A kubelet that is cut off is called NotReady after 50 s; only then does its node's life tell.
moved=$(date +%s)
for _ in $(seq 60); do
  renewed=$(kubectl --kubeconfig "$user" get lease "$machine" --namespace kube-node-lease --output \
    'jsonpath={.spec.renewTime}')
  [ "$(date --date "$renewed" +%s)" -gt "$moved" ] && break
  sleep 2
done
[ "$(of_node)" = "$life" ] || {
  echo "the node of $machine was restarted or not Ready: before $life, now $(of_node)" >&2
  exit 1
}
kubectl delete vmim "$move" --namespace "$namespace" --wait=false
echo "$machine moved from $host to $now"
