# SPDX-License-Identifier: Apache-2.0
# Manages the bridges that carry the VLANs of user clusters. `$table` has one line per bridge: name, uplink,
# MTU, VLANs. The script uses the functions of link-facts.sh, which stand before it. The first argument is:
#
#   problems  prints the reasons why `up` must not run, one per line
#   up        makes the bridges match the table, in place: ports of machines stay attached
#   down      reverts everything that `up` has done
#   check     prints each difference from the table, one per line
#   busy      prints the bridges that have ports of machines, one per line
#
# A bridge is Strata's own if its alias begins with $mark, and only such bridges are ever deleted. Before
# `up` changes another bridge or an uplink, it saves the present settings in $before; `down` restores them.
set -eu
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
mark=strata-bridge
root="${STRATA_ROOT:-}"
before="$root/run/strata-bridges/before"
networkd="$root/etc/systemd/network"
learned=16384

exists() { ip link show dev "$1" >/dev/null 2>&1; }

# each COMMAND: runs a command with the fields of each line of the table.
each() {
  while read -r line; do
    [ -z "$line" ] || "$1" $line
  done <<STRATA_TABLE
$table
STRATA_TABLE
}

wanted_uplink() { echo "$table" | awk -v bridge="$1" '$1 == bridge { print $2 }'; }
marked_uplink() { fact "$1" ifalias | sed -n "s/^$mark //p"; }
is_own() { [ -n "$(marked_uplink "$1")" ]; }
own_bridges() { ip -o link show type bridge | sed -n "s/^[0-9]*: \([^:@]*\).* alias $mark .*/\1/p"; }
known_bridges() { { own_bridges; ls "$before" 2>/dev/null || :; } | sort -u; }
other_ports() {
  ip -o link show master "$1" 2>/dev/null | sed 's/^[0-9]*: \([^:@]*\).*/\1/' | grep -vxF "$2" || :
}

# machine_ports BRIDGE UPLINK: prints the ports that the CNI plugin (veth) or another hypervisor (tun) has
# attached.
machine_ports() {
  for port in $(other_ports "$1" "$2"); do
    case $(fact "$port" info_kind) in veth | tun) echo "$port" ;; esac
  done
}

# minus A B: prints the VLAN IDs of A that are not in B.
minus() {
  { echo "$2"; echo --; echo "$1"; } |
    awk '$1 == "--" { n = 1; next } !NF { next } !n { seen[$1] = 1; next } !($1 in seen) { print $1 }'
}

# ranges: prints the VLAN IDs of standard input as ranges in one line, such as 5 100-102.
ranges() {
  awk 'NF && $1 + 0 == last + 1 { last = $1; next }
    NF { if (last) show(); first = last = $1 + 0 }
    function show() { printf "%s%s", sep, first == last ? first : first "-" last; sep = " " }
    END { if (last) show() }'
}

# move FROM TO: moves addresses and routes from one interface to another, also addresses that the other one has
# already. Routes that the kernel adds by itself and temporary addresses (router advertisements) are left out:
# the kernel makes them again. `ip` prints the time of a route with a unit that it does not read.
move() {
  for family in -4 -6; do
    addresses=$(ip $family -o address show dev "$1" scope global | grep -v dynamic.*mngtmpaddr | awk '{print $4}')
    routes=$(ip $family route show dev "$1" | grep -v "proto kernel" |
      sed "/ expires -/d; s/ expires \([0-9]*\)sec/ expires \1/; s/ linkdown//; s/ dead//; s/ pref [a-z]*//" || :)
    for address in $addresses; do
      ip $family address del "$address" dev "$1"
      ip $family address replace "$address" dev "$2" $([ $family = -4 ] || echo nodad)
    done
    echo "$routes" | while read -r route; do
      [ -z "$route" ] || ip $family route replace $route dev "$2"
    done
  done
}

recall() { sed -n "s/^$2 //p" "$before/$1" 2>/dev/null || :; }

# uplink_of BRIDGE: prints the uplink that `up` has attached.
uplink_of() {
  if is_own "$1"; then marked_uplink "$1"; else recall "$1" uplink; fi
}

# remember BRIDGE UPLINK: saves the settings of both before the first change of this bridge. A bridge that
# somebody has deleted and made again since then has another interface index, and is saved again.
remember() {
  [ "$(recall "$1" index)" != "$(fact "$1" ifindex)" ] || return 0
  member=no
  is_own "$1" || [ "$(fact "$2" master)" != "$1" ] || member=yes
  {
    echo "index $(fact "$1" ifindex)"
    echo "uplink $2"
    echo "member $member"
    echo "uplink-mtu $(fact "$2" mtu)"
    echo "bridge-mtu $(fact "$1" mtu)"
    echo "filtering $(fact "$1" vlan_filtering)"
    echo "vlans $([ $member = no ] || vlans_of "$2" | ranges)"
  } > "$before/.partial"
  mv "$before/.partial" "$before/$1"
}

# kept BRIDGE UPLINK: prints the VLANs that the uplink had in a bridge that is not Strata's own.
kept() {
  if is_own "$1"; then
    return 0
  elif [ "$(recall "$1" index)" = "$(fact "$1" ifindex)" ]; then
    recall "$1" vlans
  else
    vlans_of "$2" | ranges
  fi
}

# carry UPLINK VLANS KEPT: adds the VLANs that the uplink lacks, and removes all others except those to keep
# and the VLAN of its untagged frames. A VLAN that is present is not added again, which would change its
# flags.
carry() {
  has=$(vlans_of "$1")
  untagged=$(echo "$has" | awk '$2 == "pvid" { print $1 }')
  for range in $(minus "$has" "$(ids "$2,$3,$untagged")" | ranges); do
    bridge vlan del dev "$1" vid "$range"
  done
  for range in $(minus "$(ids "$2")" "$has" | ranges); do
    bridge vlan add dev "$1" vid "$range"
  done
}

# limit_learning BRIDGE: machines without macSpoofCheck can send from any number of addresses, each of which
# the bridge would remember. Frames to those that it does not know go to all ports of their VLAN. The limit
# needs Linux 6.7 and iproute2 6.8; a bridge of older ones has none.
limit_learning() {
  ip link set dev "$1" type bridge fdb_max_learned $learned 2>/dev/null || :
}

# keep UPLINK: has systemd-networkd leave the uplink in its bridge. Without KeepMaster=, networkd takes each card
# that has a .network file out of its bridge when it starts (networkd-setlink.c, link_request_to_set_master).
# The drop-in counts from its next start; a reload would give the uplink the addresses of the file again.
keep() {
  file=$(sed -n 's/^NETWORK_FILE=//p' "$root/run/systemd/netif/links/$(fact "$1" ifindex)" 2>/dev/null || :)
  [ -n "$file" ] || return 0
  folder="$networkd/${file##*/}.d"
  mkdir -p "$folder"
  printf '[Network]\nKeepMaster=yes\n' > "$folder/90-strata-$1.conf"
}

# release UPLINK: undoes `keep`.
release() {
  for file in "$networkd"/*.d/"90-strata-$1.conf"; do
    [ ! -e "$file" ] || { rm -f "$file"; rmdir "${file%/*}" 2>/dev/null || :; }
  done
}

join() {
  found=$(misfits "$@")
  [ -z "$found" ] || { echo "$found" >&2; return 1; }
  if ! exists "$1"; then
    ip link add name "$1" type bridge vlan_filtering 1 stp_state 0
    ip link set dev "$1" alias "$mark $2"
  fi
  remember "$1" "$2"
  ip link set dev "$2" mtu "$3"
  if is_own "$1"; then
    # The bridge gets the card's MAC address, so that neighbours and DHCP servers see the same host.
    ip link set dev "$1" alias "$mark $2" address "$(fact "$2" address)"
  fi
  # A bridge has the smallest MTU of its ports, unless somebody has changed its own. Linux takes an MTU that
  # the bridge already has for no change, hence the other one first (dev_set_mtu_ext, br_mtu_auto_adjust).
  ip link set dev "$1" mtu $(($3 + 1))
  ip link set dev "$1" mtu "$3" up
  [ "$(fact "$1" vlan_filtering)" = 1 ] || ip link set dev "$1" type bridge vlan_filtering 1
  ! is_own "$1" || limit_learning "$1"
  [ "$(fact "$2" master)" = "$1" ] || ip link set dev "$2" master "$1"
  ip link set dev "$2" up
  keep "$2"
  carry "$2" "$4" "$(kept "$1" "$2")"
  ! is_own "$1" || move "$2" "$1"
}

# part BRIDGE: detaches the uplink, and restores the saved settings of both.
part() {
  uplink=$(uplink_of "$1")
  release "$uplink"
  if [ "$(fact "$uplink" master)" = "$1" ]; then
    if [ "$(recall "$1" member)" = yes ]; then
      carry "$uplink" '' "$(recall "$1" vlans)"
    else
      ip link set dev "$uplink" nomaster
      ! is_own "$1" || move "$1" "$uplink"
    fi
    mtu=$(recall "$1" uplink-mtu)
    [ -z "$mtu" ] || ip link set dev "$uplink" mtu "$mtu"
  fi
  if [ "$(recall "$1" index)" = "$(fact "$1" ifindex)" ] && ! is_own "$1"; then
    ip link set dev "$1" mtu "$(recall "$1" bridge-mtu)"
    ip link set dev "$1" type bridge vlan_filtering "$(recall "$1" filtering)"
  fi
  rm -f "$before/$1"
}

# remove BRIDGE: a bridge with other ports stays, without its uplink, because a machine would never be
# attached to another bridge.
remove() {
  part "$1"
  ! is_own "$1" || [ -n "$(other_ports "$1" '')" ] || ip link delete dev "$1"
}

up() {
  mkdir -p "$before"
  for known in $(known_bridges); do
    wanted=$(wanted_uplink "$known")
    if [ -z "$wanted" ]; then
      remove "$known"
    elif [ "$wanted" != "$(uplink_of "$known")" ]; then
      part "$known"
    fi
  done
  each join
}

down() {
  for known in $(known_bridges); do remove "$known"; done
}

check() {
  exists "$2" || { echo "there is no $2"; return 0; }
  [ "$(fact "$2" master)" = "$1" ] || { echo "$2 is not a port of $1"; return 0; }
  [ "$(fact "$2" mtu)" = "$3" ] || echo "$2 does not have the MTU $3"
  [ "$(fact "$1" mtu)" = "$3" ] || echo "$1 does not have the MTU $3"
  [ "$(fact "$1" vlan_filtering)" = 1 ] || echo "$1 does not filter VLANs, so each port receives the frames of all VLANs"
  has=$(vlans_of "$2")
  missing=$(minus "$(ids "$4")" "$has" | ranges)
  [ -z "$missing" ] || echo "$2 does not carry VLAN $missing"
  untagged=$(echo "$has" | awk '$2 == "pvid" { print $1 }')
  more=$(minus "$has" "$(ids "$4,$(kept "$1" "$2"),$untagged")" | ranges)
  [ -z "$more" ] || echo "$2 also carries VLAN $more"
}

busy() {
  for known in $(known_bridges); do
    [ -z "$(machine_ports "$known" "$(uplink_of "$known")")" ] || echo "$known"
  done
}
