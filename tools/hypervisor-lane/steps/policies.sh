#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Strata's walls, tried by real connections: who may not reach a machine cannot, and who may can.
# usage: policies.sh NAMESPACE CONTROL-PLANE-MACHINE WORKER KUBECONFIG-OF-THE-USER-CLUSTER
set -euo pipefail
namespace=$1
control_plane=$2
worker=$3
user=$4
steps=$(dirname "$(readlink -f "$0")")
stranger=lane-stranger
trap 'kubectl delete namespace "$stranger" --ignore-not-found --timeout=180s > /dev/null' EXIT
kubectl create namespace "$stranger"
# From another namespace of the infra cluster: SSH and kubelet of both machines, and etcd, which only
# the control plane has.
closed() {
  local machine=$1 address port
  shift
  address=$(kubectl get vmi "$machine" --namespace "$namespace" --output \
    'jsonpath={.status.interfaces[0].ipAddress}')
  for port in "$@"; do
    "$steps/connect.sh" "$stranger" "$address:$port" closed
  done
}
closed "$control_plane" 22 2379 2380 10250
closed "$worker" 22 10250
# The API of the cluster is there for everybody, at its address.
endpoint=$(kubectl get service api --namespace "$namespace" --output \
  'jsonpath={.status.loadBalancer.ingress[0].ip}')
"$steps/connect.sh" "$stranger" "$endpoint:6443" open
# From inside: not the API of the infra cluster, not its machines' neighbours; images can be fetched.
infra=$(kubectl get service kubernetes --output 'jsonpath={.spec.clusterIP}')
hosts=$(kubectl get nodes --output \
  'jsonpath={.items[*].status.addresses[?(@.type=="InternalIP")].address}')
export KUBECONFIG=$user
"$steps/connect.sh" default "$infra:443" closed
for host in $hosts; do
  "$steps/connect.sh" default "$host:10250" closed
done
"$steps/connect.sh" default registry.k8s.io:443 open
