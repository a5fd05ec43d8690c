#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes this machine a node of its cluster, as the files in /etc/strata say. It may run several times:
# it skips every step that is done already.
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
bin=/opt/strata/bin
version=$(cat /etc/strata/kubernetes-version)
joined=/var/lib/strata/joined
addons=/var/lib/strata/addons
deadline=$(($(date +%s) + TIMEOUT_SECONDS))

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

fail() {
  log "FAILED: $*" >&2
  exit 1
}

# retry WHAT COMMAND...: runs a command until it succeeds or the time is up. The pause between two
# attempts doubles, up to 30 seconds.
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

# Sends a GET request to the cluster's API. The API must have a certificate of the cluster's own CA.
api() {
  curl -fsS --cacert /etc/strata/ca.crt --max-time 10 "https://$ENDPOINT:6443/$1"
}

api_is_ready() {
  [ "$(api readyz)" = ok ]
}

minor_of() {
  printf '%s\n' "$1" | sed -n 's/^v\{0,1\}1\.\([0-9]*\).*/\1/p'
}

# A kubelet must not be newer than the API server, so the control plane is updated first.
# See https://kubernetes.io/releases/version-skew-policy/#kubelet
api_is_new_enough() {
  found=$(api version | sed -n 's/.*"gitVersion": *"\([^"]*\)".*/\1/p')
  [ -n "$found" ] || return 1
  [ "$(minor_of "$found")" -ge "$(minor_of "$version")" ] || {
    log "the API is at $found, this machine at v$version; the control plane goes first"
    return 1
  }
}

# etcd must write to its own disk: the root disk is deleted with the machine.
etcd_disk_is_mounted() {
  grep -q ' /var/lib/etcd ' /proc/mounts
}

etcd_has_data() {
  [ -d /var/lib/etcd/member ]
}

# Succeeds if the other members of etcd list this machine as a learner, a member without a vote. That
# is so when its first join was interrupted.
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

# Preflight checks of kubeadm that fail because an earlier attempt has left files or processes behind.
leftovers='FileAvailable--etc-kubernetes-kubelet.conf,FileAvailable--etc-kubernetes-bootstrap-kubelet.conf'
leftovers="$leftovers,FileAvailable--etc-kubernetes-pki-ca.crt,Port-10250,Port-6443,Port-10257"
leftovers="$leftovers,Port-10259,Port-2379,Port-2380"
for component in kube-apiserver kube-controller-manager kube-scheduler etcd; do
  leftovers="$leftovers,FileAvailable--etc-kubernetes-manifests-$component.yaml"
done
ignored=

# Runs kubeadm init or join. Every attempt after the first one goes on where the last one stopped, so
# it ignores the preflight checks above.
kubeadm_run() {
  if [ -n "$ignored" ]; then set -- "$@" --ignore-preflight-errors="$ignored"; fi
  ignored=$leftovers
  kubeadm "$@"
}

# Succeeds if this machine's kubelet has joined the cluster: its credentials are on the disk, kubeadm has
# started it, and the API knows its node.
kubelet_has_joined() {
  [ -e /etc/kubernetes/kubelet.conf ] && [ -e /var/lib/kubelet/kubeadm-flags.env ] &&
    kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s get node "$(hostname)" \
      > /dev/null 2>&1
}

# If the machine goes down while kubeadm waits for the kubelet, the kubelet starts by itself at the next
# boot and registers its node. kubeadm refuses to join a node that is Ready, so the phase that starts the
# kubelet is skipped then.
kubeadm_join() {
  if kubelet_has_joined; then
    log 'the kubelet has joined already: the rest of the join follows'
    ignored=$leftovers
    set -- "$@" --skip-phases=kubelet-start
  fi
  kubeadm_run join "$@"
}

# Sets the provider ID before the kubelet registers its node. The cloud controller sets it too, but later:
# if the machine were deleted in between, nobody could tell which machine the node belonged to, and the
# node would stay forever.
# Sets the file with name servers, too: kubeadm writes that of the first control-plane machine's system
# into the settings of all kubelets, and no pod starts where that file does not exist.
identify() {
  resolv=/etc/resolv.conf
  if systemctl is-active --quiet systemd-resolved.service; then resolv=/run/systemd/resolve/resolv.conf; fi
  printf '{"providerID": "kubevirt://%s", "resolvConf": "%s"}\n' "$(hostname)" "$resolv" \
    > /etc/strata/patches/kubeletconfiguration-machine+merge.json
}

prepare() {
  log "preparing $(hostname) as $ROLE for Kubernetes v$version"
  identify
  for module in $(cat /etc/modules-load.d/strata.conf); do
    modprobe "$module" || fail "the kernel has no module $module"
  done
  # Only these: a setting of the image that this kernel does not know would stop the machine for ever.
  sysctl --quiet -p /etc/sysctl.d/90-strata.conf || fail 'the settings of the kernel cannot be applied'
  swapoff -a
  # Nor may the next boot switch swap on: the kubelet would not start.
  systemctl mask swap.target
  # It would close the ports of Kubernetes and drop the traffic of pods. Most images do not have it.
  systemctl disable --now firewalld.service 2> /dev/null || :
  # KubeVirt would have the agent shut the machine down, past the power button, and so without a drain.
  systemctl mask --now qemu-guest-agent.service 2> /dev/null || :
  # The kubelet asks logind how long it may delay a shutdown.
  systemctl restart systemd-logind.service || log 'logind was not restarted: it may end a shutdown early'
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

# Succeeds if an etcd member answers at one of the other control-plane machines.
peer_is_alive() {
  for peer in $PEERS; do
    code=0
    curl -sk --max-time 3 -o /dev/null "https://$peer:2379/health" || code=$?
    # curl's codes 6, 7 and 28 mean that nobody answers. Any other code is an answer, for example the
    # refusal of a connection without a client certificate.
    case $code in 6 | 7 | 28) ;; *) return 0 ;; esac
  done
  return 1
}

administer() {
  kubeadm init phase "$@" --config /etc/strata/kubeadm.yaml
}

# Addons are installed later, see bring_addons. kubeadm writes into the cluster that the addons it skips
# are disabled, so its configuration is written again.
kubeadm_init() {
  kubeadm_run init --config /etc/strata/kubeadm.yaml --skip-token-print \
    --skip-phases=addon,show-join-command &&
    administer upload-config kubeadm --kubeconfig /etc/kubernetes/super-admin.conf
}

# While the cluster's authority is rotated, machines trust two of them.
trusts_two_authorities() {
  [ "$(grep -c 'BEGIN CERTIFICATE' /etc/strata/ca.crt)" -gt 1 ]
}

# Makes one attempt to make kubeconfigs that trust both authorities. Those that kubeadm makes trust the one
# that signs alone, but it takes those that it finds. The kubelet gets its first certificate here as well, in
# a join too: the controller manager that would sign it may run on a machine where the other one signs.
trust_both_authorities() {
  administer kubeconfig all || return 1
  for name in admin super-admin kubelet controller-manager scheduler; do
    file=/etc/kubernetes/$name.conf
    cluster=$(kubectl config view --kubeconfig "$file" --output 'jsonpath={.clusters[0].name}') &&
      kubectl config set-cluster "$cluster" --kubeconfig "$file" --embed-certs \
        --certificate-authority /etc/kubernetes/pki/ca.crt || return 1
  done
  ignored=FileAvailable--etc-kubernetes-kubelet.conf
}

# The first machine creates the cluster, or goes on with the cluster on its etcd disk.
initialize() {
  if etcd_has_data; then log 'starting the cluster whose data is on the etcd disk'; fi
  retry 'kubeadm init' kubeadm_init
}

# A joining machine takes the Kubernetes version from the cluster, so this machine's version is written
# there first. The machine joins with the kubeconfig that is made here, because a join token may not exist
# yet or may have expired.
publish_version() {
  administer kubeconfig super-admin &&
    administer upload-config kubeadm --kubeconfig /etc/kubernetes/super-admin.conf
}

# When the last machine runs the new version, what kubeadm keeps in the cluster is updated too.
publish_rest() {
  administer upload-config kubelet --kubeconfig /etc/kubernetes/super-admin.conf &&
    administer bootstrap-token --skip-token-print --kubeconfig /etc/kubernetes/super-admin.conf
}

# Makes one attempt to join. Each attempt looks at the present state again.
try_to_join_control_plane() {
  set -- --config /etc/strata/kubeadm-join.yaml
  if etcd_has_data; then
    ignored=$leftovers
    administer certs etcd-healthcheck-client || return 1
    if etcd_is_learner; then
      log 'this machine is an etcd learner: an earlier join was interrupted and goes on now'
    else
      # The data is kept, so this machine is a member of etcd already, and is the one that is down.
      # kubeadm's check of etcd would fail because of that, and its join would try forever to promote a
      # member that votes already. Both phases are skipped.
      log 'starting the etcd member whose data is on the disk; it has joined before'
      administer etcd local || return 1
      set -- "$@" --skip-phases=check-etcd,etcd-join
    fi
  else
    administer certs etcd-healthcheck-client || return 1
    "$bin/remove-lost-member" || return 1
  fi
  kubeadm_join "$@" || return 1
  # As kubeadm init does it: kubelet.conf leads to the certificate that the kubelet renews.
  if trusts_two_authorities; then administer kubelet-finalize enable-client-cert-rotation; fi
}

# Makes one attempt to start the control plane of the cluster on the etcd disk, if the API has been away
# for three minutes. It may be away because too few members of etcd run, and this one is missing. A
# member with data finds its cluster again, and cannot make a second one.
started=
start_without_api() {
  if ! etcd_has_data || [ "$(date +%s)" -lt "$without_api" ]; then return 1; fi
  log 'the API is still away: starting the etcd member whose data is on the disk'
  kubeadm_init && started=yes
}

api_is_ready_or_started() {
  api_is_ready || start_without_api
}

join_control_plane() {
  without_api=$(($(date +%s) + 180))
  retry 'waiting for the API' api_is_ready_or_started
  if [ -n "$started" ]; then return 0; fi
  retry 'publishing the version' publish_version
  retry 'joining the control plane' try_to_join_control_plane
  if [ "$INDEX" = "$((REPLICAS - 1))" ]; then retry 'publishing the rest' publish_rest; fi
}

start_control_plane() {
  etcd_disk_is_mounted ||
    fail 'the disk of etcd is not mounted at /var/lib/etcd; nothing is written to the root disk'
  if trusts_two_authorities; then retry 'trusting both authorities' trust_both_authorities; fi
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

# The power button must drain the node before the kubelet learns of the shutdown. Machines without a
# button (those of the sandbox) drain the node while their services stop.
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

# with_proxy_settings FILE: writes kubeadm's configuration to a file, with the settings of kube-proxy that
# the cluster has. `kubeadm upgrade` keeps what administrators have changed there; the phase of kube-proxy
# goes by its configuration alone, and would put everything back to kubeadm's defaults.
with_proxy_settings() {
  settings=$(cluster get configmap kube-proxy --ignore-not-found --output 'jsonpath={.data.config\.conf}') &&
    install -m 0600 /etc/strata/kubeadm.yaml "$1" || return 1
  [ -z "$settings" ] || printf -- '---\n%s\n' "$settings" >> "$1"
}

install_addon() {
  configuration=/etc/strata/kubeadm.yaml
  if [ "$1" = kube-proxy ]; then
    configuration=/var/lib/strata/kube-proxy.yaml
    with_proxy_settings "$configuration" || return 1
  fi
  kubeadm init phase addon "$1" --config "$configuration" --kubeconfig /etc/kubernetes/super-admin.conf
}

# Makes one attempt to install or update an addon of kubeadm. Administrators of the cluster may have
# changed it so that kubeadm does not update it, for example to a version of CoreDNS that this kubeadm does
# not know. After five attempts an addon that is there is left as it is; one that is missing is tried again.
try_addon() {
  if install_addon "$1"; then return 0; fi
  attempts=$((attempts + 1))
  [ "$attempts" -ge 5 ] || return 1
  found=$(cluster get deployments,daemonsets --selector "k8s-app=$2" --output name) || return 1
  [ -n "$found" ] || return 1
  log "the addon $1 is left as it is: kubeadm does not update it; the lines above say why"
}

# kubeadm's phase of kube-proxy installs it even where the configuration disables it.
remove_kube_proxy() {
  cluster delete --ignore-not-found --wait=false daemonset/kube-proxy configmap/kube-proxy \
    serviceaccount/kube-proxy
}

cluster() {
  kubectl --kubeconfig /etc/kubernetes/super-admin.conf --request-timeout=15s --namespace kube-system "$@"
}

# Brings the cluster's addons to this machine's version. The machine is a node already, so a cluster whose
# addons cannot be updated has no half-made machine.
bring_addons() {
  attempts=0
  if [ "$KUBE_PROXY" = yes ]; then
    retry 'installing kube-proxy' try_addon kube-proxy kube-proxy
  else
    retry 'removing kube-proxy' remove_kube_proxy
  fi
  attempts=0
  retry 'installing CoreDNS' try_addon coredns kube-dns
  touch "$addons"
}

# Succeeds on the last machine of the control plane: when it runs a new version, all of them do.
is_last_of_control_plane() {
  [ "$ROLE" = control-plane ] && [ "$INDEX" = "$((REPLICAS - 1))" ]
}

become_node() {
  prepare
  if [ "$ROLE" = worker ]; then join_worker; else start_control_plane; fi
  # The unit is started first: it restarts a kubelet whose node was deleted right after it registered.
  systemctl enable --now strata-node.service || fail 'the unit that keeps the node right does not start'
  retry 'telling the node whose machine it is' "$bin/keep-node" once
  systemctl enable --now strata-drain.service || fail 'the unit that empties the node does not start'
  listen_to_power_button
  touch "$joined"
  log "$(hostname) is a node of the cluster"
}

if [ -e "$joined" ]; then log 'this machine is a node already'; else become_node; fi
if is_last_of_control_plane && [ ! -e "$addons" ]; then bring_addons; fi
