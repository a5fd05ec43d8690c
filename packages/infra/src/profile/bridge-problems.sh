# SPDX-License-Identifier: Apache-2.0
# Prints the reasons why bridges must not be changed, one per line, each with the way out. bridges.sh uses
# these functions.

# dropped_bridges: ports of machines on bridges that the table no longer contains.
dropped_bridges() {
  for known in $(known_bridges); do
    [ -z "$(wanted_uplink "$known")" ] || continue
    for port in $(machine_ports "$known" "$(uplink_of "$known")"); do
      echo "$port of a machine is attached to $known, which infra:bridges no longer has: move or stop the machine first"
    done
  done
}

# lost_by_machines BRIDGE UPLINK MTU VLANS: VLANs and frame sizes that attached machines would lose.
lost_by_machines() {
  carried=$(vlans_of "$2")
  untagged=$(echo "$carried" | awk '$2 == "pvid" { print $1 }')
  leaving=$(minus "$carried" "$(ids "$4,$(kept "$1" "$2"),$untagged")")
  for port in $(machine_ports "$1" "$2"); do
    lost=$(minus "$(vlans_of "$port")" "$(minus "$(vlans_of "$port")" "$leaving")" | ranges)
    [ -z "$lost" ] || echo "$port of a machine is in VLAN $lost of $1, which infra:bridges no longer has: move or stop the machine first"
    mtu=$(fact "$port" mtu)
    [ "$mtu" -le "$3" ] || [ "$(fact "$1" mtu)" -le "$3" ] ||
      echo "$port of a machine has frames of $mtu bytes, and $1 would take $3 at most: lower the mtu of its network, then move or restart the machine"
  done
}

# foreign_bridge BRIDGE UPLINK: what makes a bridge unusable that Strata has not created.
foreign_bridge() {
  if [ "$(fact "$2" master)" != "$1" ]; then
    addresses=$(ip -o address show dev "$2" scope global | awk '{ printf "%s%s", sep, $4; sep = ", " }')
    [ -z "$addresses" ] || echo "$2 has addresses ($addresses), and Strata moves none to $1, which it has not made: make $2 part of $1 yourself, or name a bridge that is not there yet"
  fi
  for port in $(other_ports "$1" "$2"); do
    case $(fact "$port" info_kind) in
    veth | tun) ;;
    *) [ "$port" = "$(recall "$1" uplink)" ] || echo "$1, which Strata has not made, has the port $port besides $2: two ways out are a loop; take $port out of it" ;;
    esac
  done
  [ "$(fact "$1" vlan_filtering)" = 1 ] || vlan_interfaces | awk -v bridge="$1" '$3 == bridge {
    print $1 " would be cut off once " bridge " filters VLANs: bridge vlan add dev " bridge " vid " $2 \
      " self, the same for the port that leads out, then ip link set dev " bridge " type bridge vlan_filtering 1"
  }'
}

# misfits BRIDGE UPLINK MTU VLANS: what on the host contradicts a line of the table.
misfits() {
  exists "$2" || { echo "there is no $2"; return 0; }
  host_vlans "$1" "$2" "$4" | sed 's/$/, which is a VLAN of the host: leave it out of infra:bridges[].vlans/'
  exists "$1" || return 0
  [ "$(fact "$1" info_kind)" = bridge ] || { echo "$1 is no bridge: take another name"; return 0; }
  is_own "$1" || foreign_bridge "$@"
}

problems_of() {
  misfits "$@"
  ! exists "$1" || lost_by_machines "$@"
}

problems() {
  dropped_bridges
  each problems_of
}
