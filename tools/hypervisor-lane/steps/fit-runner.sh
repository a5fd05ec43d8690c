#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether this machine can be the runner of the hypervisor lane; tells all that is missing at once.
# usage: fit-runner.sh
set -euo pipefail
missing=()
[ -r /dev/kvm ] && [ -w /dev/kvm ] || missing+=("/dev/kvm, readable and writable by $(id -un)")
for program in docker kind kubectl helm curl jq; do
  command -v "$program" > /dev/null || missing+=("$program on PATH")
done
if command -v kind > /dev/null; then
  version=$(kind version -q)
  oldest=0.24.0
  [ "$(printf '%s\n' "$oldest" "$version" | sort -V | head -1)" = "$oldest" ] ||
    missing+=("kind $oldest or newer, whose CNI enforces NetworkPolicies; found $version")
fi
cpus=$(nproc)
[ "$cpus" -ge 8 ] || missing+=("8 CPUs, found $cpus")
memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
[ "$memory" -ge 24 ] || missing+=("24 GiB of memory that is free, found $memory")
disk=$(df --output=avail -BG . | tail -1 | tr -dc 0-9)
[ "$disk" -ge 120 ] || missing+=("120 GiB of free disk here, found $disk")
# Programs on hosts watch more files than a desktop's limits allow, and three hosts share one kernel.
watches=$(cat /proc/sys/fs/inotify/max_user_instances)
[ "$watches" -ge 512 ] || missing+=("fs.inotify.max_user_instances of 512, found $watches")
[ -n "${STRATA_LANE_NFS_SHARE:-}" ] ||
  missing+=("STRATA_LANE_NFS_SHARE, a folder that an NFS server on this machine exports")
if [ "${#missing[@]}" -gt 0 ]; then
  printf 'This runner lacks %s.\n' "${missing[@]}" >&2
  exit 1
fi
