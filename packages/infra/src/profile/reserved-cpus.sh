# CPUs that are a host's own, as whole cores: a thread that is left out shares its core with a machine.

# "0-1,32" as numbers, one a line.
cpus_in() { printf '%s\n' "$1" | tr ',' '\n' | awk -F- 'NF {for (n = $1; n <= $NF; n++) print n}'; }

# Numbers, one a line, as "0-1,32".
cpu_list() {
  sort -nu | awk '
    NR > 1 && $1 == last + 1 {last = $1; next}
    NR > 1 {printf "%s%s,", first, (last > first ? "-" last : "")}
    {first = last = $1}
    END {if (NR) printf "%s%s\n", first, (last > first ? "-" last : "")}'
}

# All threads of the first $1 cores. Where the kernel tells of no threads, a CPU is a core.
reserved_cpus() {
  for cpu in "$R"/sys/devices/system/cpu/cpu[0-9]*; do
    cat "$cpu/topology/thread_siblings_list" 2>/dev/null || :
  done | sort -nu | head -n "$1" | { lines=$(cat); [ -n "$lines" ] || lines="0-$(($1 - 1))"; cpus_in "$(echo "$lines" | tr '\n' ',')"; } | cpu_list
}

# The same as the kernel's mask of interrupts: groups of 32 CPUs, the highest first.
cpu_mask() {
  cpus_in "$1" | awk '
    {half = int($1 / 16); bits[half] += 2 ^ ($1 % 16); if (half > top) top = half}
    END {for (g = int(top / 2); g >= 0; g--) printf "%04x%04x%s", bits[2 * g + 1], bits[2 * g], (g ? "," : "\n")}'
}
