#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Collects, for whoever reads a failed run, what a cluster says of itself: objects without Secrets,
# events, logs of the platform and of the machines, the kernels' own.
# usage: collect-logs.sh FOLDER [NAME-OF-THE-KIND-CLUSTER]
set -uo pipefail
folder=$1
name=${2:-}
mkdir -p "$folder"
# Whatever fails here is told in the file itself: there may be no cluster any more.
keep() {
  local file=$folder/$1
  shift
  timeout 120 "$@" > "$file" 2>&1 || echo "ended with $?: $*" >> "$file"
}
keep nodes.txt kubectl describe nodes
keep pods.txt kubectl get pods --all-namespaces --output wide
keep events.txt kubectl get events --all-namespaces --sort-by .lastTimestamp
keep platform.yaml kubectl get kubevirts,cdis --all-namespaces --output yaml
keep machines.yaml kubectl get vms,vmis,vmims,virtualmachinepools --all-namespaces --output yaml
keep volumes.yaml kubectl get pvc,pv,datavolumes,volumeattachments --all-namespaces --output yaml
keep policies.yaml kubectl get networkpolicies --all-namespaces --output yaml
mkdir -p "$folder/logs"
timeout 60 kubectl get pods --all-namespaces --output \
  'jsonpath={range .items[*]}{.metadata.namespace} {.metadata.name}{"\n"}{end}' 2> /dev/null |
  while read -r namespace pod; do
    case $namespace in
      kube-system | kubevirt | cdi | metallb-system | monitoring | monitoring-hosts | golden-images | cluster-*)
        keep "logs/$namespace.$pod.txt" kubectl logs "$pod" --namespace "$namespace" \
          --all-containers --prefix --tail 2000 < /dev/null
        ;;
    esac
  done
[ -z "$name" ] || keep kind.txt kind export logs "$folder/kind" --name "$name"
exit 0
