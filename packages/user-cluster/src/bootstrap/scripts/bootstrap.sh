#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes this machine a node of its cluster. What it is to be stands in /etc/strata. May run again:
# what is done already is left as it is.
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
bin=/opt/strata/bin
version=$(cat /etc/strata/kubernetes-version)
joined=/var/lib/strata/joined
deadline=$(($(date +%s) + TIMEOUT_SECONDS))

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

fail() {
  log "FAILED: $*" >&2
  exit 1
}

# Runs a command until it succeeds, with ever longer pauses, as long as there is time.
retry() {
  what=$1
  shift
  pause=2
  log "$what"
  until "$@"; do
    [ "$(date +%s)" -lt "$deadline" ] ||
      fail "$what: no success within $TIMEOUT_SECONDS s; the lines above say why"
    log "$what: again in $pause s"
    sleep "$pause"
    pause=$((pause * 2))
    [ "$pause" -le 30 ] || pause=30
  done
}

# Asks the cluster's API, which must have a certificate of the cluster's own authority.
api() {
  curl -fsS --cacert /etc/strata/ca.crt --max-time 10 "https://$ENDPOINT:6443/$1"
}

api_is_ready() {
  [ "$(api readyz)" = ok ]
}

minor_of() {
  printf '%s\n' "$1" | sed -n 's/^v\{0,1\}1\.\([0-9]*\).*/\1/p'
}

# A node must not be newer than the API that it talks to: the control plane goes first.
api_is_new_enough() {
  found=$(api version | sed -n 's/.*"gitVersion": *"\([^"]*\)".*/\1/p')
  [ -n "$found" ] || return 1
  [ "$(minor_of "$found")" -ge "$(minor_of "$version")" ] || {
    log "the API is at $found, this machine at v$version; the control plane goes first"
    return 1
  }
}

# The disk of etcd, and never the one that goes with the machine.
etcd_disk_is_mounted() {
  grep -q ' /var/lib/etcd ' /proc/mounts
}

etcd_has_data() {
  [ -d /var/lib/etcd/member ]
}

# Whether the others have this machine as a member of etcd without a vote: its first join was cut off.
etcd_is_learner() {
  pki=/etc/kubernetes/pki/etcd
  for peer in $PEERS; do
    members=$(curl -fsS --max-time 5 --cacert "$pki/ca.crt" --cert "$pki/healthcheck-client.crt" \
      --key "$pki/healthcheck-client.key" -d '{}' "https://$peer:2379/v3/cluster/member/list") ||
      continue
    printf '%s' "$members" | tr '{' '\n' | grep -F "\"https://$PEER:2380\"" | grep -q '"isLearner":true'
    return
  done
  return 1
}

# What an attempt that failed has left behind, and the next one finds.
leftovers='FileAvailable--etc-kubernetes-kubelet.conf,FileAvailable--etc-kubernetes-bootstrap-kubelet.conf'
leftovers="$leftovers,FileAvailable--etc-kubernetes-pki-ca.crt,Port-10250,Port-6443,Port-10257"
leftovers="$leftovers,Port-10259,Port-2379,Port-2380"
for component in kube-apiserver kube-controller-manager kube-scheduler etcd; do
  leftovers="$leftovers,FileAvailable--etc-kubernetes-manifests-$component.yaml"
done
ignored=

# kubeadm init or join; every attempt but the first goes on where the last one stopped.
kubeadm_run() {
  if [ -n "$ignored" ]; then set -- "$@" --ignore-preflight-errors="$ignored"; fi
  ignored=$leftovers
  kubeadm "$@"
}

# Whether this machine's kubelet is a node: it has the credentials that are on this disk.
kubelet_has_joined() {
  [ -e /etc/kubernetes/kubelet.conf ] &&
    kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s get node "$(hostname)" \
      > /dev/null 2>&1
}

# A machine that goes down while kubeadm waits for its kubelet has a node after the next boot, because
# the kubelet starts by itself. kubeadm does not let a node join that is Ready: its own part is left out.
kubeadm_join() {
  if kubelet_has_joined; then
    log 'the kubelet has joined already: the rest of the join follows'
    ignored=$leftovers
    set -- "$@" --skip-phases=kubelet-start
  fi
  kubeadm_run join "$@"
}

# Which machine this is, from the node's first moment on. The cloud controller would write it, too, but
# a node whose machine goes before it has done so would stay for ever: nobody could tell whose it was.
identify() {
  printf '{"providerID": "kubevirt://%s"}\n' "$(hostname)" \
    > /etc/strata/patches/kubeletconfiguration-machine+merge.json
}

prepare() {
  log "preparing $(hostname) as $ROLE for Kubernetes v$version"
  identify
  for module in $(cat /etc/modules-load.d/strata.conf); do
    modprobe "$module" || fail "the kernel has no module $module"
  done
  sysctl --quiet --system || fail 'the settings of the kernel cannot be applied'
  swapoff -a
  mkdir -p /var/lib/strata /var/log/kubernetes/audit
  systemctl daemon-reload
  if [ "$OWN_ENDPOINT" = yes ]; then
    systemctl enable --now strata-endpoint.service || fail 'the address of the API cannot be set'
  fi
  retry "installing Kubernetes v$version" "$bin/install-kubernetes"
  systemctl enable containerd.service kubelet.service
  systemctl restart containerd.service || fail 'containerd does not start'
}

join_worker() {
  retry 'waiting for the API' api_is_ready
  retry "checking the API's version" api_is_new_enough
  retry 'joining the cluster' kubeadm_join --config /etc/strata/kubeadm.yaml
}

# Whether an etcd member answers at one of the other control-plane machines.
peer_is_alive() {
  for peer in $PEERS; do
    code=0
    curl -sk --max-time 3 -o /dev/null "https://$peer:2379/health" || code=$?
    # 7 and 28: nobody is there. All else is an answer, if only a refusal of our missing certificate.
    case $code in 6 | 7 | 28) ;; *) return 0 ;; esac
  done
  return 1
}

# The first machine makes the cluster, or goes on with the one that is on its disk of etcd.
initialize() {
  if etcd_has_data; then log 'going on with the data on the disk of etcd'; fi
  retry 'kubeadm init' kubeadm_run init --config /etc/strata/kubeadm.yaml --skip-token-print
}

administer() {
  kubeadm init phase "$@" --config /etc/strata/kubeadm.yaml
}

# The machines that join take the version from the cluster: it must say this machine's first. The
# kubeconfig is also what this machine joins with: no token, which a cluster may not have, or no more.
publish_version() {
  administer kubeconfig super-admin &&
    administer upload-config kubeadm --kubeconfig /etc/kubernetes/super-admin.conf
}

# Once the last machine runs the new version, so does what kubeadm keeps in the cluster.
publish_rest() {
  administer upload-config kubelet --kubeconfig /etc/kubernetes/super-admin.conf &&
    administer bootstrap-token --skip-token-print --kubeconfig /etc/kubernetes/super-admin.conf &&
    administer addon all --kubeconfig /etc/kubernetes/super-admin.conf
}

# One attempt to join; every attempt looks at what there is by now.
try_to_join_control_plane() {
  set -- --config /etc/strata/kubeadm-join.yaml
  if etcd_has_data; then
    ignored=$leftovers
    administer certs etcd-healthcheck-client || return 1
    if etcd_is_learner; then
      log 'etcd has no vote here yet: a join was cut off, and is gone on with'
    else
      # With its data kept, this machine is the one member of etcd that is down: that must not stop it,
      # and there is nothing to join. kubeadm would try to promote a member that votes, without an end.
      log 'going on with the member of etcd that is on the disk'
      administer etcd local || return 1
      set -- "$@" --skip-phases=check-etcd,etcd-join
    fi
  else
    administer certs etcd-healthcheck-client || return 1
    "$bin/remove-lost-member" || return 1
  fi
  kubeadm_join "$@"
}

join_control_plane() {
  retry 'waiting for the API' api_is_ready
  retry 'publishing the version' publish_version
  retry 'joining the control plane' try_to_join_control_plane
  if [ "$INDEX" = "$((REPLICAS - 1))" ]; then retry 'publishing the rest' publish_rest; fi
}

start_control_plane() {
  etcd_disk_is_mounted ||
    fail 'the disk of etcd is not mounted at /var/lib/etcd; nothing is written to the root disk'
  if [ "$REPLICAS" = 1 ]; then
    initialize
  elif [ "$INDEX" != 0 ] || api_is_ready; then
    join_control_plane
  elif ! etcd_has_data && peer_is_alive; then
    fail 'the disk of etcd is empty and the API is away, but other members run: this would make a second cluster'
  else
    initialize
  fi
}

# Real machines: the power button must empty the node before the kubelet hears of the shutdown.
listen_to_power_button() {
  if [ ! -d /dev/input ] || ! grep -qs 'N: Name="Power Button"' /proc/bus/input/devices; then
    log 'no power button here: the node is emptied while services stop'
    return 0
  fi
  systemctl enable --now strata-power.service || fail 'nothing listens to the power button'
  mkdir -p /etc/systemd/logind.conf.d
  printf '[Login]\nHandlePowerKey=ignore\n' > /etc/systemd/logind.conf.d/50-strata.conf
  systemctl restart systemd-logind.service
}

if [ -e "$joined" ]; then
  log 'this machine is a node already'
  exit 0
fi
prepare
if [ "$ROLE" = worker ]; then join_worker; else start_control_plane; fi
# First the unit: it starts a kubelet again whose node was deleted as soon as it was registered.
systemctl enable --now strata-node.service || fail 'the unit that keeps the node right does not start'
retry 'telling the node whose machine it is' "$bin/keep-node" once
systemctl enable --now strata-drain.service || fail 'the unit that empties the node does not start'
listen_to_power_button
touch "$joined"
log "$(hostname) is a node of the cluster"
