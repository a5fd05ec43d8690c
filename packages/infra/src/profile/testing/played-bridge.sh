#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `bridge vlan add|del|show`, over the files of played-ip.sh. JSON is that of iproute2 7.1 with
# compressed ranges: bridge/vlan.c:597 (open_vlan_port) and 1314 (print_vlan_info). In Linux,
# net/bridge/br_vlan.c, nbp_vlan_add() gives a VLAN that is there already the flags of the request, so
# one that had PVID loses it; a port has one PVID (__vlan_add_pvid()); nbp_vlan_delete() fails with ENOENT for one that is not there.
kernel=${0%/bin/*}/kernel
option() { echo " $all " | sed -n "s/.* $1 \([^ ]*\) .*/\1/p"; }
all=$*
dev=$(option dev) vid=$(option vid)
file=$kernel/vlans/$dev

case $all in
*'vlan show'*)
  [ -e "$file" ] || { echo '[]'; exit; }
  sort -n "$file" | awk -v dev="$dev" '
    function flush() {
      if (!first) return
      out = out sep "{\"vlan\":" first (last > first ? ",\"vlanEnd\":" last : "")
      if (flags) { gsub(/,/, "\",\"", flags); out = out ",\"flags\":[\"" flags "\"]" }
      out = out "}"; sep = ","
    }
    { id = $1 + 0; $1 = ""; sub(/^ /, "")
      if (id == last + 1 && $0 == flags && $0 == "") { last = id; next }
      flush(); first = last = id; flags = $0 }
    END { flush(); print "[{\"ifname\":\"" dev "\",\"vlans\":[" out "]}]" }'
  ;;
'vlan add '* | 'vlan del '*)
  [ -e "$file" ] || { echo 'RTNETLINK answers: Operation not supported' >&2; exit 255; }
  flags=
  case " $all " in *' pvid '*) flags=PVID ;; esac
  case " $all " in *' untagged '*) flags="$flags${flags:+,}Egress Untagged" ;; esac
  awk -v action="$2" -v first="${vid%-*}" -v last="${vid#*-}" -v flags="$flags" '
    BEGIN { first += 0; last += 0 }
    $1 >= first && $1 <= last { found++; next }
    flags ~ /PVID/ { sub(/PVID,?/, "") }
    { print }
    END {
      if (action == "add") for (i = first; i <= last; i++) print i (flags ? " " flags : "")
      else if (found < last - first + 1) exit 1
    }' "$file" > "$file.partial" || { echo 'RTNETLINK answers: No such file or directory' >&2; exit 255; }
  mv "$file.partial" "$file"
  echo "$all" >> "$kernel/log"
  ;;
*) echo "bridge $all is not played" >&2; exit 255 ;;
esac
