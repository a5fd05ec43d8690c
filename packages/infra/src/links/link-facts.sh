# SPDX-License-Identifier: Apache-2.0
# Reads facts about interfaces from `ip` and `bridge`, in POSIX shell. Both print JSON, and hosts have no jq.

# fact INTERFACE KEY: prints one value of an interface, or nothing if there is no such interface or value.
# It is the first value in the output: virtual functions of a card, which come later, have addresses too.
# Keys are those of iproute2: ip/ipaddress.c, and ip/iplink_bridge.c for bridges.
fact() {
  ip -j -d link show dev "$1" 2>/dev/null | awk -v key="$2" '
    match($0, "\"" key "\":(\"[^\"]*\"|[0-9]+)") {
      text = substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3)
      gsub(/"/, "", text)
      print text
    }'
}

# ids '5,100-102': prints each VLAN ID, one per line.
ids() {
  echo "$1" | tr ', ' '\n\n' | awk -F- 'NF { for (i = $1 + 0; i <= $NF + 0; i++) print i }' | sort -nu
}

# vlans_of INTERFACE: prints each VLAN ID of a bridge or a port, one per line. The VLAN of untagged frames is
# followed by "pvid". JSON: bridge/vlan.c, print_vlan_info().
vlans_of() {
  bridge -c -j vlan show dev "$1" 2>/dev/null | tr '{' '\n' | awk '
    match($0, /"vlan":[0-9]+/) {
      first = last = substr($0, RSTART + 7, RLENGTH - 7)
      if (match($0, /"vlanEnd":[0-9]+/)) last = substr($0, RSTART + 10, RLENGTH - 10)
      for (i = first + 0; i <= last + 0; i++) print i ($0 ~ /"PVID"/ ? " pvid" : "")
    }'
}

# vlan_interfaces: prints each VLAN interface of the host: its name, its VLAN ID, and the interface below
# it. JSON: ip/iplink_vlan.c, vlan_print_opt().
vlan_interfaces() {
  ip -j -d link show type vlan 2>/dev/null | tr '{' '\n' | awk '
    function value(key) {
      if (!match($0, "\"" key "\":\"[^\"]*\"")) return "-"
      return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 5)
    }
    /"ifname":"/ { name = value("ifname"); link = value("link") }
    match($0, /"id":[0-9]+/) { print name, substr($0, RSTART + 5, RLENGTH - 5), link }'
}

# host_vlans BRIDGE UPLINK VLANS: prints which of the VLANs the host itself uses, one per line: those of its
# VLAN interfaces on the uplink or the bridge, and that of the bridge's own untagged frames.
host_vlans() {
  wanted=" $(ids "$3" | tr '\n' ' ')"
  vlan_interfaces | awk -v over=" $1 $2 " -v wanted="$wanted" '
    index(over, " " $3 " ") && index(wanted, " " $2 " ") { print $1 " is in VLAN " $2 " of " $3 }'
  vlans_of "$1" | awk -v bridge="$1" -v wanted="$wanted" '
    $2 == "pvid" && index(wanted, " " $1 " ") { print bridge " itself is in VLAN " $1 }'
}
