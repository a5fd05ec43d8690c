#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Keeps on this machine's node what its kubelet does not write. The cloud controller deletes the node of
# a machine that is off; when the machine is back, its kubelet makes a new one, which has what a kubelet
# is told and no more. Looks again and again; with "once", one time, and fails if all is not well then.
set -u
# shellcheck source=/dev/null
. /etc/strata/machine.env
node=$(hostname)
# Where the machine is on the infra cluster: the CSI driver ends without it.
annotation="cluster.x-k8s.io/cluster-namespace=$INFRA_NAMESPACE"

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

k() {
  kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s "$@"
}

# One annotation or label a line.
facts() {
  k get node "$node" --output go-template='{{range $key, $value := .metadata.annotations}}annotation {{$key}}={{$value}}{{"\n"}}{{end}}{{range $key, $value := .metadata.labels}}label {{$key}}={{$value}}{{"\n"}}{{end}}' 2>&1
}

knows() {
  printf '%s\n' "$found" | grep -Fqx "$1"
}

# Where people come in, if that is by a network of its own: nobody outside knows the address that the
# machine has got there. One that it has not got yet is no mistake.
tell_address() {
  [ -n "${SSH_INTERFACE-}" ] || return 0
  address=$(ip -o -4 address show dev "$SSH_INTERFACE" scope global |
    sed -n 's/.* inet \([0-9.]*\).*/\1/p' | head -n 1)
  if [ -z "$address" ] || knows "annotation strata.dev/ssh-address=$address"; then return 0; fi
  k annotate --overwrite node "$node" "strata.dev/ssh-address=$address"
}

# kubeadm's labels and taints. A kubelet may not give itself this role; an administrator may have taken
# the taint away, so it is only looked for the label, which a new node has not.
mark_control_plane() {
  kubeadm init phase mark-control-plane --config /etc/strata/kubeadm.yaml > /dev/null &&
    log "$node is a control-plane node again"
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
  # A kubelet registers its node when it starts, and never again.
  if [ "$missing" = yes ]; then looks=$((looks + 1)); fi
  if [ "$looks" -ge 12 ]; then
    log "the cluster has no node $node: the kubelet starts again, and registers it"
    systemctl restart kubelet.service
    looks=0
  fi
  sleep 5
done
