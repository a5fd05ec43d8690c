// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planInterfaces } from './interface-plan.ts';
import { keptNetworkData } from './kept-network.ts';
import { parseNetworkData } from './network-data.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'kept-network-'))));
afterEach(() => rmSync(root, { recursive: true }));

const card = (mac: string) => [{ name: 'default', device: 'eth0', mac, onPodNetwork: true }];
const address = { address: '10.244.128.7', prefixLength: 32, gateway: '10.244.255.254' };

/** Returns the lines of the console about the network at a boot with this MAC address. */
function told(mac: string, everyBoot: boolean, given?: string) {
  const boot = { instanceId: 'i', interfaces: card(mac) };
  const data = given === undefined ? undefined : parseNetworkData(given);
  const kept = keptNetworkData({ root, boot, given: data, everyBoot });
  return planInterfaces({ ...address, interfaces: card(mac) }, kept).told;
}

const [first, second] = ['02:00:00:00:00:01', '02:00:00:00:00:02'];

test('a machine whose card has another MAC address at its second boot has no network', () => {
  expect(told(first, false)).toEqual([`enp1s0 (${first}): 10.244.128.7/32`]);
  expect(told(first, false)).toEqual([`enp1s0 (${first}): 10.244.128.7/32`]);
  expect(told(second, false)).toEqual([`enp1s0: no interface has the MAC address ${first}`]);
});

test('it has one if its user data asks for the network at every boot', () => {
  expect(told(first, true)).toEqual([`enp1s0 (${first}): 10.244.128.7/32`]);
  expect(told(second, true)).toEqual([`enp1s0 (${second}): 10.244.128.7/32`]);
});

test('network data that names a card by its port fits every MAC address', () => {
  const given = JSON.stringify({ version: 2, ethernets: { enp1s0: { dhcp4: true } } });
  expect(told(first, false, given)).toEqual([`enp1s0 (${first}): 10.244.128.7/32`]);
  expect(told(second, false, given)).toEqual([`enp1s0 (${second}): 10.244.128.7/32`]);
});

test('a new instance on the same disk gets a configuration of its own', () => {
  expect(told(first, false)).toHaveLength(1);
  const boot = { instanceId: 'other', interfaces: card(second) };
  const kept = keptNetworkData({ root, boot, given: undefined, everyBoot: false });
  expect(kept.ethernets.enp1s0).toMatchObject({ match: { macaddress: second } });
});
