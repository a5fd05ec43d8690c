// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkFacts } from './link-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'strata-links-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the output of a call on a host where `ip` and `bridge` print the given JSON. */
function said(call: string, { ip = '[]', bridge = '[]' } = {}): string {
  for (const [name, json] of Object.entries({ ip, bridge })) {
    const text = `#!/bin/sh\necho '${json}'\n`;
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  const { stdout, stderr, status } = spawnSync('sh', ['-eu', '-c', `${linkFacts}\n${call}`], {
    encoding: 'utf8',
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
  expect([stderr, status]).toEqual(['', 0]);
  return stdout;
}

/** Output format of iproute2: print_linkinfo() and print_vfinfo() of ip/ipaddress.c. */
const card =
  '[{"ifindex":2,"ifname":"eth0","flags":["BROADCAST","UP"],"mtu":9000,"qdisc":"mq","master":"br1",' +
  '"operstate":"UP","link_type":"ether","address":"52:54:00:00:00:01","broadcast":"ff:ff:ff:ff:ff:ff",' +
  '"min_mtu":68,"max_mtu":9702,"vfinfo_list":[{"vf":0,"link_type":"ether","address":"02:00:00:00:00:99",' +
  '"broadcast":"ff:ff:ff:ff:ff:ff","vlan_list":[{"vlan":9}],"spoofchk":true}]}]';

test.each([
  ['address', '52:54:00:00:00:01\n'],
  ['mtu', '9000\n'],
  ['master', 'br1\n'],
  ['ifalias', ''],
])('reads %s of a network card, and not of its virtual functions', (key, value) => {
  expect(said(`fact eth0 ${key}`, { ip: card })).toBe(value);
});

test('expands ranges of VLANs and lists each VLAN once', () => {
  expect(said(`ids '100-102,5,101'`)).toBe('5\n100\n101\n102\n');
});

const ofBridge =
  '[{"ifname":"br1","vlans":[{"vlan":10,"flags":["PVID","Egress Untagged"]},{"vlan":20,"vlanEnd":21}]}]';

test('reads the VLANs of a port and marks the one for untagged frames', () => {
  expect(said('vlans_of br1', { bridge: ofBridge })).toBe('10 pvid\n20\n21\n');
});

/** Output format of iproute2: ip/iplink_vlan.c, vlan_print_opt(). */
const vlan = (name: string, id: number, link: string) =>
  `{"ifindex":7,"link":"${link}","ifname":"${name}","mtu":1500,"linkinfo":{"info_kind":"vlan",` +
  `"info_data":{"protocol":"802.1Q","id":${id},"flags":["REORDER_HDR"]}}}`;

test('finds the VLANs that the host itself belongs to', () => {
  const vlans = [vlan('mgmt', 20, 'eth0'), vlan('br1.30', 30, 'br1'), vlan('eth9.20', 20, 'eth9')];
  const host = { ip: `[${vlans.join(',')}]`, bridge: ofBridge };
  expect(said('host_vlans br1 eth0 2-4094', host)).toBe(
    'mgmt is in VLAN 20 of eth0\nbr1.30 is in VLAN 30 of br1\nbr1 itself is in VLAN 10\n',
  );
  expect(said('host_vlans br1 eth0 40-50,300', host)).toBe('');
});
