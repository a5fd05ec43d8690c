#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Waits until a user cluster has this many nodes, all Ready, and tells the system of each.
# usage: nodes.sh KUBECONFIG COUNT [SYSTEM...]   each SYSTEM is part of what some node says it runs
set -euo pipefail
export KUBECONFIG=$1
count=$2
shift 2
for _ in $(seq 60); do
  found=$(kubectl get nodes --output name | wc -l)
  [ "$found" -ge "$count" ] && break
  sleep 5
done
kubectl wait nodes --all --for=condition=Ready --timeout=300s
systems=$(kubectl get nodes --output \
  'jsonpath={range .items[*]}{.metadata.name} {.status.nodeInfo.osImage}{"\n"}{end}')
echo "$systems"
[ "$found" -eq "$count" ] || {
  echo "there are $found nodes, expected $count" >&2
  exit 1
}
for system in "$@"; do
  grep --quiet --ignore-case --fixed-strings -- "$system" <<< "$systems" || {
    echo "no node runs $system" >&2
    exit 1
  }
done
