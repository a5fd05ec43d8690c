# The kubelet's part of a profile: its files are gathered below $next, so that what the kubelet would
# not start with is found before anything is changed; those that were there are kept below $former.
kubelet_folders='/etc/kubernetes/kubelet.conf.d /etc/systemd/system/kubelet.service.d'
cpu_state=$R/var/lib/kubelet/cpu_manager_state
memory_state=$R/var/lib/kubelet/memory_manager_state
# Looks, two seconds apart: RestartSec of kubeadm's unit is 10 seconds, so a kubelet that ends at once is
# started at least twice while it has to run, and is never the same for as long as a glance takes.
kubelet_steady=15 kubelet_glance=6 kubelet_patience=90

# Before KubeOne there is none.
kubelet_is_there() { [ -e "$R/var/lib/kubelet/config.yaml" ]; }

# What the files below the root $1 say of the key $2.
kubelet_setting() {
  cat /dev/null "$1"/etc/kubernetes/kubelet.conf.d/90-strata-*.conf 2>/dev/null |
    sed -n "s/^$2: *\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p"
}

# Whether Strata's files below two roots are the same.
kubelet_same() {
  for folder in $kubelet_folders; do
    for file in "$1$folder"/90-strata-* "$2$folder"/90-strata-*; do
      [ ! -e "$file" ] || cmp -s "$1$folder/${file##*/}" "$2$folder/${file##*/}" || return 1
    done
  done
}

# Makes Strata's files below the root $2 those below the root $1.
kubelet_copy() {
  for folder in $kubelet_folders; do
    rm -f "$2$folder"/90-strata-*
    for file in "$1$folder"/90-strata-*; do
      [ ! -e "$file" ] || { mkdir -p "$2$folder" && cp -p "$file" "$2$folder/"; }
    done
  done
}

kubelet_refuse() {
  echo "host $host was not changed: $1" >&2
  exit 1
}
drain_node='Drain the node (docs/runbooks/drain-host.md), run Pulumi again, uncordon the node.'

# Whether a state file of the kubelet has something assigned to a machine.
has_entries() { grep -qs '"entries":{"' "$1"; }

# The kubelet does not start with a state that contradicts its configuration: restoreState and
# validateState in pkg/kubelet/cm/cpumanager and pkg/kubelet/cm/memorymanager of Kubernetes 1.35.4. And a
# topology manager with another policy judges running machines anew, and may end them.
# $1: number of hugepages that are wanted, or nothing.
kubelet_check() {
  policy=$(kubelet_setting "$next" cpuManagerPolicy)
  if [ -e "$cpu_state" ] && ! grep -q "\"policyName\":\"${policy:-none}\"" "$cpu_state"; then
    kubelet_refuse 'its kubelet runs with another CPU manager policy. Drain the node, then on it: systemctl stop kubelet; rm -f /var/lib/kubelet/cpu_manager_state /var/lib/kubelet/memory_manager_state; and run Pulumi again. Uncordon the node afterwards.'
  fi
  shared=$(sed -n 's/.*"defaultCpuSet":"\([^"]*\)".*/\1/p' "$cpu_state" 2>/dev/null) || shared=
  taken=
  for cpu in $([ -z "$shared" ] || cpus_in "$(kubelet_setting "$next" reservedSystemCPUs)"); do
    cpus_in "$shared" | grep -qx "$cpu" || taken="$taken${taken:+, }$cpu"
  done
  [ -z "$taken" ] || kubelet_refuse "machines have CPU $taken for their own, which infra:hostProfiles gives to the host, and the kubelet does not start then. $drain_node"
  for key in topologyManagerPolicy memoryManagerPolicy; do
    if has_entries "$cpu_state" && [ "$(kubelet_setting "$R" $key)" != "$(kubelet_setting "$next" $key)" ]; then
      kubelet_refuse "machines with CPUs of their own run there, and a kubelet with other policies may refuse them when it starts. $drain_node Or leave the policies as they are, by infra:hostProfiles.highPerformance.topologyManager."
    fi
  done
  pages_file=$R/etc/sysctl.d/90-strata-hugepages.conf pages=$(sed -n 's/^vm.nr_hugepages = //p' "$R/etc/sysctl.d/90-strata-hugepages.conf" 2>/dev/null) || pages=
  if has_entries "$memory_state" && [ "$pages" != "$1" ]; then
    kubelet_refuse "machines with memory of their own run there, and the kubelet does not start with another number of hugepages then. $drain_node"
  fi
}

kubelet_answers() {
  if command -v curl >/dev/null; then curl -fsS -m 5 http://127.0.0.1:10248/healthz; else wget -qO- -T 5 http://127.0.0.1:10248/healthz; fi >/dev/null 2>&1
}

# What the cluster says of the node: True, False or Unknown.
kubelet_ready() {
  kubectl --kubeconfig "$R/etc/kubernetes/kubelet.conf" --request-timeout=5s get node "$host" \
    -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null || echo Unknown
}

# Waits until the kubelet has been well for $1 looks in a row: the same process, which says that it is
# well, of a node that is Ready if it was Ready ($was_ready). Otherwise ends with 1, and $why.
kubelet_watch() {
  looks=0 steady=0 starts=0 last=
  while :; do
    why= pid=$(systemctl show -p MainPID --value kubelet 2>/dev/null) || pid=
    if ! systemctl is-active --quiet kubelet || [ "${pid:-0}" = 0 ]; then
      why='it ends by itself, and is started anew'
    elif [ "$pid" != "$last" ]; then
      last=$pid starts=$((starts + 1)) steady=-1
    fi
    if [ "$starts" -gt 3 ]; then why='it ends by itself, and is started anew'; return 1; fi
    [ -n "$why" ] || kubelet_answers || why='http://127.0.0.1:10248/healthz does not answer'
    [ -n "$why" ] || [ "$was_ready" != True ] || [ "$(kubelet_ready)" = True ] || why='its node is not Ready any more'
    if [ -z "$why" ]; then steady=$((steady + 1)); else steady=0; fi
    [ "$steady" -lt "$1" ] || return 0
    looks=$((looks + 1))
    [ "$looks" -lt "$kubelet_patience" ] || return 1
    sleep 2
  done
}

# With nothing assigned, the kubelet's memory of the host's memory can go: it is made anew, of what is there.
kubelet_start() {
  systemctl stop kubelet || :
  has_entries "$memory_state" || rm -f "$memory_state"
  systemctl daemon-reload
  systemctl start kubelet || :
}

# Puts the files below $next in their places. The kubelet is started anew when they are others, or when
# $restart says that it has to read the machine anew; it is watched, and gets its former files back when
# it does not run with them.
kubelet_switch() {
  kubelet_same "$R" "$next" || restart=yes
  if ! kubelet_is_there; then kubelet_copy "$next" "$R"; return; fi
  was_ready=$(kubelet_ready)
  # Whoever has drained the node has stopped it.
  systemctl is-active --quiet kubelet || restart=yes
  if [ -z "$restart" ]; then
    # KubeOne has started it; that it stays up is what was to be shown.
    [ -z "$kept" ] || kubelet_watch "$kubelet_glance" || kubelet_fail 'Nothing of it was changed.'
    return 0
  fi
  # Whoever started this may go: half of it is worse than all of it.
  trap '' HUP PIPE
  kubelet_copy "$R" "$former"
  kubelet_copy "$next" "$R"
  kubelet_start
  if kubelet_watch "$kubelet_steady"; then return 0; fi
  reason=$why words=$(kubelet_words)
  kubelet_copy "$former" "$R"
  # A configuration without it does not bear swap.
  [ "$(kubelet_setting "$R" failSwapOn)" = false ] || systemctl stop "$swap_unit" 2>/dev/null || :
  kubelet_start
  after='and runs with it'
  kubelet_watch "$kubelet_steady" || after='and does not run with it either'
  why=$reason
  kubelet_fail "It has its former configuration back, $after."
}

kubelet_words() { journalctl -u kubelet -n 15 --no-pager -o cat 2>/dev/null | cut -c 1-300 | sed 's/^/  /'; }

kubelet_fail() {
  printf 'the kubelet of host %s does not run with the profile %s: %s.\n%s Its last words:\n%s\n' \
    "$host" "$profile" "$why" "$1" "${words:-$(kubelet_words)}" >&2
  exit 1
}
