#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pod network that the tests bring: a bridge on each node, with the addresses that Kubernetes has
# given the node, and a route to those of every other node. In a pod on the node's network; NODE is
# the node's name. Nodes are looked at again and again, for any of them may come, go, or be slow.
set -eu
conf=/etc/cni/net.d
nodes='{range .items[*]}{.metadata.name} {.spec.podCIDR} {.status.addresses[?(@.type=="InternalIP")].address}{"\n"}{end}'

apply() {
  while read -r name range address; do
    [ -n "$range" ] || continue
    if [ "$name" != "$NODE" ]; then
      if [ -n "$address" ]; then ip route replace "$range" via "$address"; fi
    elif [ ! -e "$conf/10-bridge.conflist" ]; then
      printf '{"cniVersion":"1.0.0","name":"bridge","plugins":[{"type":"bridge","bridge":"cni0","isGateway":true,"ipMasq":true,"hairpinMode":true,"ipam":{"type":"host-local","ranges":[[{"subnet":"%s"}]],"routes":[{"dst":"0.0.0.0/0"}]}}]}\n' \
        "$range" > "$conf/10-bridge.tmp"
      mv "$conf/10-bridge.tmp" "$conf/10-bridge.conflist"
      echo "$NODE has $range"
    fi
  done
}

while true; do
  # With a flag for the time it may take, kubectl would not look for the cluster that it is in.
  if found=$(timeout 30 kubectl get nodes --output "jsonpath=$nodes"); then
    printf '%s\n' "$found" | apply
  fi
  sleep 20
done
