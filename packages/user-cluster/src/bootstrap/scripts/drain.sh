#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Drains this node before its machine shuts down; with --undo, uncordons it. The script uses the kubelet's
# own credentials: a node may cordon itself and evict its own pods. `kubectl drain` cannot be used, because
# it reads DaemonSets and asks for pods that are gone, which a node may not do.
set -u
# shellcheck source=/dev/null
. /etc/strata/machine.env
kubeconfig=/etc/kubernetes/kubelet.conf
node=$(hostname)
# Annotation of a node that this script has cordoned. A node that an administrator has cordoned does not
# have it, and stays cordoned.
mark=strata.dev/drained

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

k() {
  kubectl --kubeconfig "$kubeconfig" --request-timeout=15s "$@"
}

# Prints the pods that must leave the node: all except pods of DaemonSets, static pods and pods that have
# ended.
pods() {
  k get pods --all-namespaces \
    --field-selector "spec.nodeName=$node,status.phase!=Succeeded,status.phase!=Failed" \
    --output go-template='{{range .items}}{{$stays := false}}{{range .metadata.ownerReferences}}{{if or (eq .kind "DaemonSet") (eq .kind "Node")}}{{$stays = true}}{{end}}{{end}}{{if not $stays}}{{.metadata.namespace}} {{.metadata.name}}{{"\n"}}{{end}}{{end}}'
}

# evict NAMESPACE POD: fails while a PodDisruptionBudget does not allow it.
evict() {
  printf '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"namespace":"%s","name":"%s"}}' \
    "$1" "$2" |
    k create --raw "/api/v1/namespaces/$1/pods/$2/eviction" --filename - > /dev/null
}

cordon() {
  cordoned=$(k get node "$node" --output 'jsonpath={.spec.unschedulable}') || return 1
  if [ "$cordoned" = true ]; then return 0; fi
  k annotate --overwrite node "$node" "$mark=true" > /dev/null && k cordon "$node"
}

uncordon() {
  marked=$(k get node "$node" --output "jsonpath={.metadata.annotations.strata\.dev/drained}") ||
    return 1
  if [ "$marked" != true ]; then return 0; fi
  k uncordon "$node" && k annotate node "$node" "$mark-" > /dev/null
}

undo() {
  deadline=$(($(date +%s) + 300))
  until uncordon; do
    if [ "$(date +%s)" -ge "$deadline" ]; then
      log "$node stays cordoned: the API does not answer; kubectl uncordon $node"
      return 0
    fi
    sleep 3
  done
  log "$node takes pods"
}

drain() {
  deadline=$(($(date +%s) + DRAIN_SECONDS))
  failures=0
  until cordon; do
    failures=$((failures + 1))
    if [ "$failures" -ge 5 ]; then
      log "$node is not emptied: the API does not answer"
      return 0
    fi
    sleep 2
  done
  failures=0
  while true; do
    if ! left=$(pods); then
      failures=$((failures + 1))
      if [ "$failures" -ge 5 ]; then
        log "$node is not emptied: the API does not answer any more"
        return 0
      fi
      sleep 2
      continue
    fi
    if [ -z "$left" ]; then break; fi
    failures=0
    if [ "$(date +%s)" -ge "$deadline" ]; then
      log "giving up after $DRAIN_SECONDS s; these pods go down with the machine:"
      printf '%s\n' "$left"
      return 0
    fi
    printf '%s\n' "$left" | while read -r namespace name; do
      evict "$namespace" "$name" || log "$namespace/$name cannot be evicted yet"
    done
    sleep 2
  done
  log "$node is empty"
}

[ -e "$kubeconfig" ] || exit 0
case ${1-} in
  --undo) undo ;;
  *) drain ;;
esac
