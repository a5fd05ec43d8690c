#!/bin/sh
# Plays systemd for one swap file, the kubelet and what moves interrupts, and writes down what it was told.
R=$STRATA_ROOT; played=$R/played
mkdir -p "$played"
echo "systemctl $*" >> "$R/log"

# The kernel counts all swap together.
count_swap() {
  total=$(awk '/^\// {n += $3} END {print n + 0}' "$R/proc/swaps")
  sed -i "s/^SwapTotal:.*/SwapTotal: $total kB/" "$R/proc/meminfo"
}

swap_on() {
  unit=$R/etc/systemd/system/var-lib-strata-swapfile.swap
  [ -e "$unit" ] && [ -e "$R/var/lib/strata/swapfile" ] || exit 1
  grep -qs '^/var/lib/strata/swapfile ' "$R/proc/swaps" ||
    echo "/var/lib/strata/swapfile file $(($(sed -n 's/^# \([0-9]*\) GiB$/\1/p' "$unit") * 1048576)) 0 -2" >> "$R/proc/swaps"
  count_swap
}

# What is swapped out must fit into memory: swapoff ends with "Cannot allocate memory" otherwise.
swap_off() {
  if [ -e "$played/swap-is-needed" ]; then echo 'swapoff failed: Cannot allocate memory' >&2; exit 1; fi
  grep -v '^/var/lib/strata/swapfile ' "$R/proc/swaps" > "$R/proc/swaps.new"
  mv "$R/proc/swaps.new" "$R/proc/swaps"
  count_swap
}

# Starting a unit stops those that it conflicts with.
move_interrupts() {
  rm -f "$played/irqbalance.runs"
  sed "s#/proc/irq#$R/proc/irq#g" "$R/usr/local/lib/strata/irq-affinity" | sh
}

case "$*" in
'restart strata-irq-affinity.service') move_interrupts ;;
'is-enabled --quiet irqbalance.service') [ -e "$played/irqbalance" ] ;;
'is-active --quiet irqbalance.service') [ -e "$played/irqbalance.runs" ] ;;
'start irqbalance.service') [ -e "$played/irqbalance" ] && : > "$played/irqbalance.runs" ;;
'start kubelet' | 'restart kubelet' | 'enable --now kubelet') "$R/bin/kubelet" start ;;
'stop kubelet') rm -f "$played/kubelet.pid" "$played/kubelet.ends" ;;
'is-active --quiet kubelet') [ -e "$played/kubelet.pid" ] ;;
'show -p MainPID --value kubelet') cat "$played/kubelet.pid" 2>/dev/null || echo 0 ;;
'enable --now var-lib-strata-swapfile.swap' | 'start var-lib-strata-swapfile.swap') swap_on ;;
'disable --now var-lib-strata-swapfile.swap' | 'stop var-lib-strata-swapfile.swap') swap_off ;;
esac
