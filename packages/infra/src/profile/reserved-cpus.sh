# Chooses the CPUs that are reserved for the host. They are whole cores: if only one thread of a core were
# reserved, the host and a machine would share the core.

# cpus_in LIST: prints the CPUs of a list such as "0-1,32", one per line.
cpus_in() { printf '%s\n' "$1" | tr ',' '\n' | awk -F- 'NF {for (n = $1; n <= $NF; n++) print n}'; }

# cpu_list: prints the CPUs of standard input, one per line, as a list such as "0-1,32".
cpu_list() {
  sort -nu | awk '
    NR > 1 && $1 == last + 1 {last = $1; next}
    NR > 1 {printf "%s%s,", first, (last > first ? "-" last : "")}
    {first = last = $1}
    END {if (NR) printf "%s%s\n", first, (last > first ? "-" last : "")}'
}

# reserved_cpus CORES: prints all threads of the first cores. If the kernel does not list threads, each CPU
# counts as a core.
reserved_cpus() {
  for cpu in "$R"/sys/devices/system/cpu/cpu[0-9]*; do
    cat "$cpu/topology/thread_siblings_list" 2>/dev/null || :
  done | sort -nu | head -n "$1" | { lines=$(cat); [ -n "$lines" ] || lines="0-$(($1 - 1))"; cpus_in "$(echo "$lines" | tr '\n' ',')"; } | cpu_list
}

# cpu_mask LIST: prints a list of CPUs as the kernel's interrupt mask: groups of 32 CPUs, the highest first.
cpu_mask() {
  cpus_in "$1" | awk '
    {half = int($1 / 16); bits[half] += 2 ^ ($1 % 16); if (half > top) top = half}
    END {for (g = int(top / 2); g >= 0; g--) printf "%04x%04x%s", bits[2 * g + 1], bits[2 * g], (g ? "," : "\n")}'
}
