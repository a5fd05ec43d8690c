#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Drains the host of a machine: everything on it moves or starts elsewhere, and the user cluster has all
# its nodes again.
# usage: drain-host.sh NAMESPACE MACHINE KUBECONFIG-OF-THE-USER-CLUSTER
set -euo pipefail
namespace=$1
machine=$2
user=$3
host=$(kubectl get vmi "$machine" --namespace "$namespace" --output 'jsonpath={.status.nodeName}')
trap 'kubectl uncordon "$host"' EXIT
# As docs/runbooks/drain-host.md says: a pod of a machine has a controller, the VMI.
kubectl drain "$host" --ignore-daemonsets --delete-emptydir-data \
  --pod-selector kubevirt.io=virt-launcher --timeout="${STRATA_LANE_DRAIN_SECONDS:-900}s"
# Machines that were shut down are made again; those that moved are there.
for _ in $(seq 120); do
  now=$(kubectl get vmi "$machine" --namespace "$namespace" --ignore-not-found --output \
    'jsonpath={.status.nodeName} {.status.conditions[?(@.type=="Ready")].status}')
  case $now in
    "$host "* | ' '* | *' ' | *' False') ;;
    *) [ -n "$now" ] && break ;;
  esac
  sleep 5
done
left=$(kubectl get vmi --all-namespaces --selector "kubevirt.io/nodeName=$host" --output name)
[ -z "$left" ] || {
  echo "$host still holds $left" >&2
  exit 1
}
kubectl --kubeconfig "$user" wait nodes --all --for=condition=Ready --timeout=300s
echo "$machine left $host: ${now% *}"
