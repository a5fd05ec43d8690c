#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lists what a cluster has that an installation can leave behind, one name a line: to be compared before
# an up and after the destroy.
# usage: traces.sh
set -euo pipefail
{
  kubectl get --output name \
    namespaces,customresourcedefinitions,apiservices,clusterroles,clusterrolebindings \
    --request-timeout 60s
  kubectl get --output name --request-timeout 60s \
    validatingwebhookconfigurations,mutatingwebhookconfigurations,validatingadmissionpolicies,validatingadmissionpolicybindings
  kubectl get --output name --request-timeout 60s \
    persistentvolumes,volumeattachments,storageclasses,priorityclasses,csidrivers
  # kube-system stays when namespaces go, and Multus, bridge-marker and the snapshot controller run in
  # it. Not ConfigMaps and Secrets: Kubernetes itself writes these.
  kubectl get --output name --namespace kube-system --request-timeout 60s \
    roles,rolebindings,serviceaccounts,deployments,daemonsets | sed 's|^|kube-system/|'
  # Of each host, what it offers and how it is marked.
  kubectl get nodes --request-timeout 60s --output json |
    jq -r '.items[] | "host/" + .metadata.name as $host |
      (.metadata.labels | keys[] | $host + " label " + .),
      # A kubelet keeps the name of a device that nobody offers any more, and none of it.
      (.status.capacity | to_entries[] | select(.value != "0") | $host + " resource " + .key),
      (.spec.taints // [] | .[] | $host + " taint " + .key)'
} | sort
