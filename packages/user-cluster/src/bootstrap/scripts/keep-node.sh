#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Restores the annotations, labels and taints of this machine's node that the kubelet does not set. The
# cloud controller deletes the node of a machine that is off. When the machine is on again, its kubelet
# registers a new node, which lacks them. The script checks the node once a minute. With the argument
# "once" it checks one time, and fails if the node cannot be put right.
set -u
# shellcheck source=/dev/null
. /etc/strata/machine.env
node=$(hostname)
# The machine's namespace on the infra cluster. The CSI driver ends if the annotation is missing.
annotation="cluster.x-k8s.io/cluster-namespace=$INFRA_NAMESPACE"

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

k() {
  kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s "$@"
}

# Prints the node's annotations, labels and internal addresses, one per line.
facts() {
  k get node "$node" --output go-template='{{range $key, $value := .metadata.annotations}}annotation {{$key}}={{$value}}{{"\n"}}{{end}}{{range $key, $value := .metadata.labels}}label {{$key}}={{$value}}{{"\n"}}{{end}}{{range .status.addresses}}{{if eq .type "InternalIP"}}address {{.address}}{{"\n"}}{{end}}{{end}}' 2>&1
}

knows() {
  printf '%s\n' "$found" | grep -Fqx "$1"
}

# Writes the machine's address in the SSH network on the node, if SSH uses a network of its own: nobody
# outside can find out this address otherwise. A machine that has no address there yet is not an error.
tell_address() {
  [ -n "${SSH_INTERFACE-}" ] || return 0
  address=$(ip -o -4 address show dev "$SSH_INTERFACE" scope global |
    sed -n 's/.* inet \([0-9.]*\).*/\1/p' | head -n 1)
  if [ -z "$address" ] || knows "annotation strata.dev/ssh-address=$address"; then return 0; fi
  k annotate --overwrite node "$node" "strata.dev/ssh-address=$address"
}

# Sets the labels and taints of a control-plane node by kubeadm: a kubelet may not give itself this role.
# The caller checks the label alone, because an administrator may have removed the taint on purpose.
mark_control_plane() {
  kubeadm init phase mark-control-plane --config /etc/strata/kubeadm.yaml > /dev/null &&
    log "$node is a control-plane node again"
}

# Follows the address of the machine's pod, which the cloud controller writes on the node. It is another
# one when the machine starts in another pod, or has migrated.
# - The API server asks the kubelet of its own machine at that address, and KubeVirt's NAT lets nobody in
#   who comes from inside, so a control-plane machine has the address on its loopback interface.
# - Cilium reads the address of its node only when its agent starts, so the agent starts again.
follow_address() {
  address=$(printf '%s\n' "$found" | sed -n 's/^address //p' | head -n 1)
  [ -n "$address" ] || return 0
  before=$(cat /var/lib/strata/node-address 2> /dev/null) || before=
  if [ "$ROLE" = control-plane ]; then
    ip address replace "$address/32" dev lo || return 1
    if [ -n "$before" ] && [ "$address" != "$before" ]; then
      ip address del "$before/32" dev lo 2> /dev/null || :
    fi
  fi
  [ "$address" != "$before" ] || return 0
  if [ -n "$before" ] && [ "${CNI-}" = cilium ]; then
    log "the address of $node is $address now, no longer $before: the agent of Cilium starts again"
    k delete pod --namespace kube-system --selector k8s-app=cilium \
      --field-selector "spec.nodeName=$node" --wait=false || return 1
  fi
  mkdir -p /var/lib/strata
  printf '%s\n' "$address" > /var/lib/strata/node-address
}

look() {
  if ! found=$(facts); then
    printf '%s\n' "$found" >&2
    case $found in *'(NotFound)'*) missing=yes ;; esac
    return 1
  fi
  if ! knows "annotation $annotation"; then
    k annotate --overwrite node "$node" "$annotation" || return 1
  fi
  tell_address || return 1
  follow_address || return 1
  [ "$ROLE" = worker ] || knows 'label node-role.kubernetes.io/control-plane=' || mark_control_plane
}

if [ "${1-}" = once ]; then
  look
  exit
fi
looks=0
while true; do
  missing=no
  if look; then
    looks=0
    sleep 60
    continue
  fi
  # A kubelet registers its node only when it starts, so a kubelet without a node is restarted.
  if [ "$missing" = yes ]; then looks=$((looks + 1)); fi
  if [ "$looks" -ge 12 ]; then
    log "the cluster has no node $node: the kubelet starts again, and registers it"
    systemctl restart kubelet.service
    looks=0
  fi
  sleep 5
done
