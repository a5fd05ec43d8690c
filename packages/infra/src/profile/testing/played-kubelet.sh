#!/bin/sh
# Plays the kubelet of Kubernetes 1.35.4 as far as profiles can break it: what it reads when it
# starts, what it refuses, and how it ends. "start" is what systemd does; a kubelet that refuses its
# configuration is active for a moment, and is started anew after RestartSec
# (kubeadm's 10-kubeadm.conf: 10 seconds), again and again. "tick" lets a moment go by.
R=$STRATA_ROOT; played=$R/played
configs=$R/etc/kubernetes/kubelet.conf.d
cpu_state=$R/var/lib/kubelet/cpu_manager_state memory_state=$R/var/lib/kubelet/memory_manager_state
mkdir -p "$played"

# What the kubelet is configured with; the folder counts once the unit names it.
setting() {
  grep -qs -e "--config-dir=/etc/kubernetes/kubelet.conf.d" "$R"/etc/systemd/system/kubelet.service.d/*.conf || return 0
  cat /dev/null "$configs"/*.conf 2>/dev/null | sed -n "s/^ *$1: *\"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1/p"
}
cpus_in() { printf '%s\n' "$1" | tr ',' '\n' | awk -F- 'NF {for (n = $1; n <= $NF; n++) print n}'; }
in_state() { sed -n "s/.*\"$2\":\"\([^\"]*\)\".*/\1/p" "$1"; }

# Prints why it ends, or nothing.
refusal() {
  # pkg/kubelet/cm/container_manager_linux.go:222, NewContainerManager
  if [ "$(setting failSwapOn)" != false ] && grep -qs '^/' "$R/proc/swaps"; then
    echo 'E1123 server.go:328] "Failed to run kubelet" err="failed to run Kubelet: running with swap on is not supported, please disable swap or set --fail-swap-on flag to false"'
    return
  fi
  cpus=$(setting cpuManagerPolicy); cpus=${cpus:-none}
  if [ -e "$cpu_state" ]; then
    # pkg/kubelet/cm/cpumanager/state/state_checkpoint.go:119, restoreState
    stored=$(in_state "$cpu_state" policyName)
    if [ "$stored" != "$cpus" ]; then
      echo "E1123 cpu_manager.go:262] \"Could not initialize checkpoint manager, please drain node and remove policy state file\" err=\"could not restore state from checkpoint: configured policy \\\"$cpus\\\" differs from state checkpoint policy \\\"$stored\\\"\""
      return
    fi
    # pkg/kubelet/cm/cpumanager/policy_static.go, validateState
    default=$(in_state "$cpu_state" defaultCpuSet)
    for cpu in $([ "$cpus" != static ] || cpus_in "$(setting reservedSystemCPUs)"); do
      if ! cpus_in "$default" | grep -qx "$cpu"; then
        echo "E1123 kubelet.go:1688] \"Failed to start ContainerManager\" err=\"start cpu manager error: not all reserved cpus: \\\"$(setting reservedSystemCPUs)\\\" are present in defaultCpuSet: \\\"$default\\\"\""
        return
      fi
    done
  fi
  memory=$(setting memoryManagerPolicy); memory=${memory:-None}
  if [ -e "$memory_state" ]; then
    # pkg/kubelet/cm/memorymanager/state/state_checkpoint.go:79, restoreState
    stored=$(in_state "$memory_state" policyName)
    if [ "$stored" != "$memory" ]; then
      echo "E1123 memory_manager.go:199] \"Could not initialize checkpoint manager, please drain node and remove policy state file\" err=\"could not restore state from checkpoint: [memorymanager] configured policy \\\"$memory\\\" differs from state checkpoint policy \\\"$stored\\\"\""
      return
    fi
    # pkg/kubelet/cm/memorymanager/policy_static.go, validateState and areMachineStatesEqual
    if [ "$memory" = Static ] && ! grep -q "\"pages\":$(cat "$R/proc/sys/vm/nr_hugepages")[,}]" "$memory_state"; then
      echo 'E1123 kubelet.go:1688] "Failed to start ContainerManager" err="start memory manager error: [memorymanager] the expected machine state is different from the real one"'
    fi
  fi
}

start() {
  number=$(($(cat "$played/starts" 2>/dev/null || echo 100) + 1))
  echo "$number" | tee "$played/starts" > "$played/kubelet.pid"
  rm -f "$played/kubelet.ends"
  reason=$(refusal)
  if [ -n "$reason" ]; then
    echo "$reason" >> "$played/journal"
    : > "$played/kubelet.ends"
    return
  fi
  # Of memory and swap it knows what was there when it started: pkg/kubelet/kubelet.go:672,
  # pkg/kubelet/kuberuntime/kuberuntime_container_linux.go:473.
  echo "hugepages-2Mi $(cat "$R/proc/sys/vm/nr_hugepages")" > "$played/capacity"
  echo "swap $(awk '/^\// {n += $3} END {print n / 1048576}' "$R/proc/swaps")" >> "$played/capacity"
  cpus=$(setting cpuManagerPolicy) memory=$(setting memoryManagerPolicy)
  [ -e "$cpu_state" ] || echo "{\"policyName\":\"${cpus:-none}\",\"defaultCpuSet\":\"$([ "$cpus" != static ] || echo 0-7)\",\"checksum\":1}" > "$cpu_state"
  [ -e "$memory_state" ] || echo "{\"policyName\":\"${memory:-None}\",\"machineState\":{\"pages\":$(cat "$R/proc/sys/vm/nr_hugepages")},\"checksum\":1}" > "$memory_state"
}

case $1 in
start) [ ! -e "$R/var/lib/kubelet/config.yaml" ] || start ;;
tick)
  if [ -e "$played/kubelet.ends" ] && [ -e "$played/kubelet.pid" ]; then
    rm "$played/kubelet.pid"
  elif [ -e "$played/kubelet.ends" ]; then
    start
  fi
  ;;
esac
