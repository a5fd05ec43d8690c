#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The real `ip`, for kernels that can neither filter VLANs (CONFIG_BRIDGE_VLAN_FILTERING)
# nor make interfaces for one (CONFIG_VLAN_8021Q). What the real kernel lacks is played, in files:
#
#   filtering/<bridge>  0 or 1. Linux, net/bridge/br_vlan.c: br_vlan_init() leaves it off,
#                       br_vlan_filter_toggle() touches no VLAN of any port.
#   vlans/<interface>   VLANs of a bridge or port, "5 PVID,Egress Untagged" a line. nbp_vlan_init()
#                       gives a new port default_pvid, 1; nbp_vlan_flush() takes all from one that leaves.
#                       A port that gets the master that it has stays as it is: net/core/rtnetlink.c,
#                       do_set_master().
#   learned-<bridge>    most addresses that it learns; a file before-6.7 stands for an `ip` that cannot say it.
#   interfaces          "eth1.20 20 eth1" a line: interfaces for one VLAN.
#
# JSON is that of iproute2 7.1: ip/iplink_bridge.c:556 and ip/iplink_vlan.c:242, one line without spaces.
real=/usr/sbin/ip kernel=${0%/bin/*}/kernel
mkdir -p "$kernel/filtering" "$kernel/vlans"

json() { # puts what is played into what the real one says
  text=$("$real" "$@") || exit
  name=$(echo "$text" | sed -n 's/.*"ifname":"\([^"]*\)".*/\1/p')
  on=$(cat "$kernel/filtering/$name" 2>/dev/null || echo 0)
  echo "$text" | sed "s/\"vlan_filtering\":0/\"vlan_filtering\":$on/"
}

case "$*" in
'-j -d link show type vlan')
  sep=
  printf '['
  while read -r name id link; do
    printf '%s{"ifindex":9,"link":"%s","ifname":"%s","flags":["BROADCAST"],"mtu":1500,"linkinfo":{"info_kind":"vlan","info_data":{"protocol":"802.1Q","id":%s,"flags":["REORDER_HDR"]}},"group":"default"}' "$sep" "$link" "$name" "$id"
    sep=,
  done 2>/dev/null < "$kernel/interfaces"
  echo ']'
  ;;
'-j -d link show dev '*) json "$@" ;;
'link add '*' type bridge'*)
  [ "$3" = name ] || set -- link add name "$3" "${*#link add * }"
  "$real" link add name "$4" type bridge || exit
  case "$*" in *'vlan_filtering 1'*) on=1 ;; *) on=0 ;; esac
  echo $on > "$kernel/filtering/$4"
  echo '1 PVID,Egress Untagged' > "$kernel/vlans/$4"
  ;;
'link set dev '*' type bridge vlan_filtering '*) echo "$8" > "$kernel/filtering/$4" ;;
'link set dev '*' type bridge fdb_max_learned '*)
  [ ! -e "$kernel/before-6.7" ] || { echo 'Error: argument "fdb_max_learned" is wrong' >&2; exit 255; }
  echo "$8" > "$kernel/learned-$4"
  ;;
'link set dev '*' master '*)
  old=$("$real" -o link show dev "$4" | sed -n 's/.* master \([^ ]*\) .*/\1/p')
  "$real" "$@" || exit
  [ "$old" = "$6" ] || echo '1 PVID,Egress Untagged' > "$kernel/vlans/$4"
  ;;
'link set dev '*' nomaster'*) "$real" "$@" && rm -f "$kernel/vlans/$4" ;;
'link delete dev '*)
  for port in $("$real" -o link show master "$4" 2>/dev/null | sed 's/^[0-9]*: \([^:@]*\).*/\1/'); do
    rm -f "$kernel/vlans/$port"
  done
  rm -f "$kernel/vlans/$4" "$kernel/filtering/$4"
  exec "$real" "$@"
  ;;
*) exec "$real" "$@" ;;
esac
