// SPDX-License-Identifier: Apache-2.0
import { linkFacts } from '../links/index.ts';
import { bridgesTool } from '../profile/bridges-tool.ts';
import type { HostNeeds, Requirement } from './requirement.ts';

const bridges = 'https://www.cni.dev/plugins/current/main/bridge/';

/** Renders shell that runs the lines for each bridge, with $bridge, $uplink, $mtu and $vlans set. */
function eachBridge(needs: HostNeeds, lines: readonly string[]): string {
  const calls = needs.bridges.map(
    ({ name, uplink, mtu, vlans }) => `look_at ${name} ${uplink} ${mtu} ${vlans}`,
  );
  return [
    'found=',
    'look_at() {',
    '  bridge=$1 uplink=$2 mtu=$3 vlans=$4',
    ...lines.map((line) => `  ${line}`),
    '}',
    'add() { found="$found${found:+, }$1"; }',
    ...calls,
  ].join('\n');
}

/** Renders a shell condition: Strata's bridges tool manages the bridge on this host, or has it with this uplink. */
const isOfTool = (bridge: string) =>
  `grep -q "^\\(table='\\)\\{0,1\\}${bridge} " "$R${bridgesTool}" 2>/dev/null`;

const isAsked = (needs: HostNeeds) => needs.bridges.length > 0;

/** Requirements of the bridges that carry the VLANs of user clusters. */
export const networkRequirements: readonly Requirement[] = [
  {
    title: 'uplinks of bridges',
    look: (needs) =>
      eachBridge(needs, [
        'if [ ! -d "$R/sys/class/net/$uplink" ]; then add "no $uplink"; return; fi',
        '[ "$(cat "$R/sys/class/net/$uplink/carrier" 2>/dev/null)" = 1 ] || add "$uplink without a link"',
        'master=$(readlink "$R/sys/class/net/$uplink/master" 2>/dev/null); master=${master##*/}',
        '[ -z "$master" ] || [ "$master" = "$bridge" ] && return 0',
        // The tool itself removes the uplink from its old bridge once no VM is attached to that.
        `${isOfTool('$master')} || add "$uplink already part of $master"`,
      ]),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) =>
      needs.bridges.map(({ name, uplink }) => `${uplink} with a link, free for ${name}`).join(', '),
    mend: () => 'Plug in the cable and set the port of the switch up, or correct infra:bridges.',
    source: bridges,
    isAsked,
  },
  {
    title: 'uplinks in their bridges',
    look: (needs) =>
      eachBridge(needs, [
        // Another uplink is attached by the update that follows.
        `${isOfTool('$bridge $uplink')} || return 0`,
        'if [ ! -e "$R/sys/class/net/$bridge" ]; then add "no $bridge"; return; fi',
        '[ ! -d "$R/sys/class/net/$uplink" ] || [ -L "$R/sys/class/net/$uplink/master" ] || add "$uplink in no bridge"',
      ]),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) => needs.bridges.map(({ name, uplink }) => `${uplink} in ${name}`).join(', '),
    mend: () =>
      `systemctl status strata-bridges and the journal of systemd-networkd say what happened; run ${bridgesTool} up as root, which repairs it.`,
    source: 'https://www.freedesktop.org/software/systemd/man/latest/systemd.network.html',
    isAsked,
  },
  {
    title: 'MTU of uplinks',
    look: (needs) =>
      eachBridge(needs, [
        'file="$R/sys/class/net/$uplink/mtu"; [ -e "$file" ] || return 0',
        // The MTU of the card is set later; its maximum comes from the driver.
        'most=$(ip -d -o link show dev "$uplink" 2>/dev/null | sed -n "s/.* maxmtu \\([0-9]*\\).*/\\1/p")',
        '[ "${most:-0}" -gt 0 ] || most=65535',
        '[ "$most" -ge "$mtu" ] || add "$uplink with at most $most"',
      ]),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) => needs.bridges.map(({ uplink, mtu }) => `${uplink} with ${mtu}`).join(', '),
    mend: () =>
      'Lower infra:bridges[].mtu to what card and switch can do, and networks[].mtu with it.',
    source: bridges,
    isAsked,
  },
  {
    title: 'names of bridges',
    look: (needs) =>
      eachBridge(needs, [
        '[ ! -e "$R/sys/class/net/$bridge" ] || [ -d "$R/sys/class/net/$bridge/bridge" ] || add "$bridge is no bridge"',
      ]),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) =>
      `${needs.bridges.map(({ name }) => name).join(', ')}: a bridge, or nothing yet`,
    mend: () => 'Rename the interface that has the name, or take another one in infra:bridges.',
    source: bridges,
    isAsked,
  },
  {
    title: 'VLAN filtering of bridges',
    look: (needs) =>
      eachBridge(needs, [
        'file="$R/sys/class/net/$bridge/bridge/vlan_filtering"',
        // When the tool has not created the bridge yet, it will switch filtering on.
        `${isOfTool('$bridge')} || return 0`,
        '[ ! -e "$file" ] || [ "$(cat "$file")" = 1 ] || add "$bridge without it"',
      ]),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) =>
      `filtering on ${needs.bridges.map(({ name }) => name).join(', ')}: without it all machines hear all VLANs`,
    mend: () =>
      `Find out who has switched it off, then run ${bridgesTool} up, which switches it on again.`,
    source: 'https://docs.kernel.org/networking/bridge.html#vlan',
    isAsked,
  },
  {
    title: 'VLANs of the host',
    look: (needs) =>
      [
        linkFacts,
        eachBridge(needs, [
          'own=$(host_vlans "$bridge" "$uplink" "$vlans" | tr "\\n" "," | sed "s/,$//; s/,/, /g")',
          '[ -z "$own" ] || add "$own"',
        ]),
      ].join('\n'),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) =>
      needs.bridges.map(({ name, vlans }) => `no VLAN of ${name} (${vlans})`).join(', '),
    mend: () => 'Leave the VLANs that the host itself is in out of infra:bridges[].vlans.',
    source: bridges,
    isAsked,
  },
  {
    title: 'nft',
    look: () => 'found=$(nft --version 2>/dev/null)',
    isMet: () => '[ -n "$found" ]',
    needed: () => 'nft, with which the CNI plugin drops forged MAC addresses of machines',
    mend: () => 'Install the package nftables.',
    source: 'https://github.com/containernetworking/plugins/blob/v1.9.1/pkg/link/spoofcheck.go',
    isAsked,
  },
  {
    title: 'default route of IPv6',
    look: (needs) =>
      eachBridge(needs, [
        'for device in "$uplink" "$bridge"; do',
        // Who has made another bridge may have a program of its own that listens to routers there.
        `  [ "$device" = "$uplink" ] || ${isOfTool('$bridge')} || continue`,
        '  ! ip -6 route show default dev "$device" 2>/dev/null | grep -q "proto ra" || add "one on $device"',
        'done',
      ]),
    isMet: () => '[ -z "$found" ]',
    needed: (needs) =>
      `none by router advertisements on ${needs.bridges.map(({ name, uplink }) => `${uplink} or ${name}`).join(', ')}, where the CNI plugin switches them off with the first machine`,
    mend: () => 'Configure the address and the route of IPv6 on the host, or have neither.',
    source:
      'https://github.com/containernetworking/plugins/blob/v1.9.1/plugins/main/bridge/bridge.go',
    isAsked,
  },
];
