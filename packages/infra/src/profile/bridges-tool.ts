// SPDX-License-Identifier: Apache-2.0
import type { BridgeConfig } from '@strata/contracts';

/** Where the tool is on a host; a unit runs it at every boot. */
export const bridgesTool = '/usr/local/lib/strata/bridges';

const addressFamilies = ['-4', '-6'];

/**
 * Takes addresses and routes along from one interface to another. What the kernel makes of the
 * addresses by itself is left to it, and so is what lasts only for a while (router advertisements).
 */
const moveConfiguration = [
  'move() {',
  `  for family in ${addressFamilies.join(' ')}; do`,
  '    addresses=$(ip $family -o address show dev "$1" scope global | grep -v dynamic.*mngtmpaddr | awk \'{print $4}\')',
  '    routes=$(ip $family route show dev "$1" | grep -v "proto kernel" | sed "s/ linkdown//; s/ dead//; s/ pref [a-z]*//" || :)',
  '    for address in $addresses; do',
  '      ip $family address del "$address" dev "$1"',
  '      ip $family address add "$address" dev "$2" $([ $family = -4 ] || echo nodad)',
  '    done',
  '    echo "$routes" | while read -r route; do',
  '      [ -z "$route" ] || ip $family route replace $route dev "$2"',
  '    done',
  '  done',
  '}',
];

const up = [
  'up() {',
  '  bridge=$1 uplink=$2 mtu=$3 vlans=$4',
  '  if ! ip link show dev "$bridge" >/dev/null 2>&1; then',
  '    ip link add "$bridge" type bridge vlan_filtering 1 stp_state 0',
  '  fi',
  '  ip link set dev "$uplink" mtu "$mtu"',
  "  # The card's own address: neighbours and DHCP servers see no other host.",
  '  mac=$(ip -o link show dev "$uplink" | sed -n "s/.*link.ether \\([0-9a-f:]*\\).*/\\1/p")',
  '  ip link set dev "$bridge" address "$mac" mtu "$mtu" up',
  '  ip link set dev "$uplink" master "$bridge" up',
  '  for vlan in $vlans; do bridge vlan add dev "$uplink" vid "$vlan"; done',
  '  move "$uplink" "$bridge"',
  '}',
];

const down = [
  'down() {',
  '  bridge=$1 uplink=$2',
  '  ip link show dev "$bridge" >/dev/null 2>&1 || return 0',
  '  ip link set dev "$uplink" nomaster',
  '  move "$bridge" "$uplink"',
  '  ip link delete dev "$bridge"',
  '}',
];

/** Prints why bridges are not as they should be. */
const check = [
  'check() {',
  '  bridge=$1 uplink=$2 mtu=$3',
  '  line=$(ip -o link show dev "$uplink" 2>/dev/null) || { echo "there is no $uplink"; return; }',
  '  case $line in *" master $bridge "*) ;; *) echo "$uplink is not part of $bridge"; return ;; esac',
  '  case $line in *" mtu $mtu "*) ;; *) echo "$uplink has not the MTU $mtu" ;; esac',
  '}',
];

/** Prints the names of bridges that have other ports than their uplink: machines, that is. */
const busy = [
  'busy() {',
  '  ports=$(ip -o link show master "$1" 2>/dev/null | awk -F ": " \'{print $2}\' | sed "s/@.*//" | grep -vx "$2" || :)',
  '  [ -z "$ports" ] || echo $1',
  '}',
];

/** The tool of one host, in POSIX shell: `up`, `down`, `check` or `busy`, over all its bridges. */
export function renderBridgesTool(bridges: readonly BridgeConfig[]): string {
  const calls = bridges.map(
    ({ name, uplink, mtu, vlans }) => `"$1" ${name} ${uplink} ${mtu} '${vlans.join(' ')}'`,
  );
  return [
    '#!/bin/sh',
    '# Strata: bridges that carry the VLANs of user clusters. up, down, check or busy.',
    'set -eu',
    'PATH="$PATH:/usr/sbin:/sbin"',
    ...moveConfiguration,
    ...up,
    ...down,
    ...check,
    ...busy,
    ...calls,
    '',
  ].join('\n');
}
