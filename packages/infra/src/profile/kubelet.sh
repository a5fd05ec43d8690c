# The kubelet's part of a profile. The new files are collected below $next and checked there, before
# anything is changed. The previous files are kept below $former.
kubelet_folders='/etc/kubernetes/kubelet.conf.d /etc/systemd/system/kubelet.service.d'
cpu_state=$R/var/lib/kubelet/cpu_manager_state
memory_state=$R/var/lib/kubelet/memory_manager_state
# Numbers of checks, which are two seconds apart. RestartSec of kubeadm's unit is 10 seconds: a kubelet that
# ends at once is restarted at least twice during $kubelet_steady checks, and does not keep its process ID
# during $kubelet_glance checks.
kubelet_steady=15 kubelet_glance=6 kubelet_patience=90

# Fails on a host on which KubeOne has not installed Kubernetes yet.
kubelet_is_there() { [ -e "$R/var/lib/kubelet/config.yaml" ]; }

# kubelet_setting ROOT KEY: prints the value of a key in Strata's files below a root.
kubelet_setting() {
  cat /dev/null "$1"/etc/kubernetes/kubelet.conf.d/90-strata-*.conf 2>/dev/null |
    sed -n "s/^$2: *\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p"
}

# kubelet_same ROOT ROOT: succeeds if Strata's files below both roots are the same.
kubelet_same() {
  for folder in $kubelet_folders; do
    for file in "$1$folder"/90-strata-* "$2$folder"/90-strata-*; do
      [ ! -e "$file" ] || cmp -s "$1$folder/${file##*/}" "$2$folder/${file##*/}" || return 1
    done
  done
}

# kubelet_copy FROM TO: replaces Strata's files below one root by those below another.
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

# has_entries FILE: succeeds if a state file of the kubelet assigns CPUs or memory to a machine.
has_entries() { grep -qs '"entries":{"' "$1"; }

# kubelet_check HUGEPAGES: refuses a change with which the kubelet would not start, or would end machines.
# The kubelet does not start if its state files contradict its configuration: restoreState and validateState
# in pkg/kubelet/cm/cpumanager and pkg/kubelet/cm/memorymanager of Kubernetes 1.35.4. A topology manager with
# another policy checks running machines again, and may end them. HUGEPAGES is the wanted number, or empty.
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

# Prints the node's condition Ready as the API has it: True, False or Unknown.
kubelet_ready() {
  kubectl --kubeconfig "$R/etc/kubernetes/kubelet.conf" --request-timeout=5s get node "$host" \
    -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null || echo Unknown
}

# kubelet_watch CHECKS: waits until this number of checks in a row succeed: the kubelet is the same process,
# its health endpoint answers, and its node is Ready if it was Ready before ($was_ready). Fails otherwise,
# with the reason in $why.
kubelet_watch() {
  looks=0 steady=0 starts=0 last=
  while :; do
    why= pid=$(systemctl show -p MainPID --value kubelet 2>/dev/null) || pid=
    if ! systemctl is-active --quiet kubelet || [ "${pid:-0}" = 0 ]; then
      why='it ends by itself and is restarted'
    elif [ "$pid" != "$last" ]; then
      last=$pid starts=$((starts + 1)) steady=-1
    fi
    if [ "$starts" -gt 3 ]; then why='it ends by itself and is restarted'; return 1; fi
    [ -n "$why" ] || kubelet_answers || why='http://127.0.0.1:10248/healthz does not answer'
    [ -n "$why" ] || [ "$was_ready" != True ] || [ "$(kubelet_ready)" = True ] || why='its node is not Ready any more'
    if [ -z "$why" ]; then steady=$((steady + 1)); else steady=0; fi
    [ "$steady" -lt "$1" ] || return 0
    looks=$((looks + 1))
    [ "$looks" -lt "$kubelet_patience" ] || return 1
    sleep 2
  done
}

# Starts the kubelet. Its memory state is deleted first if nothing is assigned in it: the kubelet then makes
# a new one from the memory that the host has now.
kubelet_start() {
  systemctl stop kubelet || :
  has_entries "$memory_state" || rm -f "$memory_state"
  systemctl daemon-reload
  systemctl start kubelet || :
}

# Installs the files below $next. The kubelet is restarted if they differ from the present ones, or if
# $restart is set because it has to read the hardware again. If it does not run with the new files, it gets
# its former files back.
kubelet_switch() {
  kubelet_same "$R" "$next" || restart=yes
  if ! kubelet_is_there; then kubelet_copy "$next" "$R"; return; fi
  was_ready=$(kubelet_ready)
  # A kubelet that somebody stopped, as after a drain, is started again.
  systemctl is-active --quiet kubelet || restart=yes
  if [ -z "$restart" ]; then
    # KubeOne has started the kubelet. Only whether it keeps running is checked.
    [ -z "$kept" ] || kubelet_watch "$kubelet_glance" || kubelet_fail 'Nothing of it was changed.'
    return 0
  fi
  # The script goes on if the SSH connection is lost: a change that is half done is worse than none.
  trap '' HUP PIPE
  kubelet_copy "$R" "$former"
  kubelet_copy "$next" "$R"
  kubelet_start
  if kubelet_watch "$kubelet_steady"; then return 0; fi
  reason=$why words=$(kubelet_words)
  kubelet_copy "$former" "$R"
  # A kubelet with failSwapOn refuses to start while swap is on.
  [ "$(kubelet_setting "$R" failSwapOn)" = false ] || systemctl stop "$swap_unit" 2>/dev/null || :
  kubelet_start
  after='runs with it'
  kubelet_watch "$kubelet_steady" || after='does not run with it either'
  why=$reason
  kubelet_fail "Its former configuration is restored, and it $after."
}

kubelet_words() { journalctl -u kubelet -n 15 --no-pager -o cat 2>/dev/null | cut -c 1-300 | sed 's/^/  /'; }

kubelet_fail() {
  printf 'the kubelet of host %s does not run with the profile %s: %s.\n%s Its last log lines:\n%s\n' \
    "$host" "$profile" "$why" "$1" "${words:-$(kubelet_words)}" >&2
  exit 1
}
