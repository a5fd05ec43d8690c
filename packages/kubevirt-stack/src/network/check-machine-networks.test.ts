// SPDX-License-Identifier: Apache-2.0
import type { NetworkConfig } from '../config/index.ts';
import { checkMachineNetworks } from './check-machine-networks.ts';

const checkNetworks = (...networks: NetworkConfig[]) => checkMachineNetworks(networks, []);

test('rejects keys that the type of the network does not have', () => {
  expect(
    checkNetworks(
      { name: 'a', type: 'vlan', resourceName: 'openshift.io/fast' },
      { name: 'a', type: 'bridge', bridge: 'br1', vlan: 7 },
      { name: 'c', type: 'sriov', bridge: 'br1', bridgeMarker: true, vlan: 7 },
    ),
  ).toEqual([
    { path: ['networks', 1, 'name'], message: '"a" exists already; choose another' },
    { path: ['networks', 0, 'bridge'], message: 'missing; a network of type "vlan" needs it' },
    { path: ['networks', 0, 'vlan'], message: 'missing; a network of type "vlan" needs it' },
    {
      path: ['networks', 0, 'resourceName'],
      message: 'a network of type "vlan" has none; remove it',
    },
    { path: ['networks', 1, 'vlan'], message: 'a network of type "bridge" has none; remove it' },
    {
      path: ['networks', 2, 'resourceName'],
      message: 'missing; a network of type "sriov" needs it',
    },
    { path: ['networks', 2, 'bridge'], message: 'a network of type "sriov" has none; remove it' },
    {
      path: ['networks', 2, 'bridgeMarker'],
      message: 'a network of type "sriov" has none; remove it',
    },
  ]);
});

test('rejects settings of SR-IOV functions on a bridge', () => {
  const settings = { vlanQoS: 1, trust: true, linkState: 'auto' } as const;
  const refused = (index: number, type: string) =>
    Object.keys(settings).map((key) => ({
      path: ['networks', index, key],
      message: `a network of type "${type}" has none; remove it`,
    }));
  expect(
    checkNetworks(
      { name: 'a', type: 'vlan', bridge: 'br1', vlan: 7, ...settings },
      { name: 'b', type: 'bridge', bridge: 'br1', ...settings },
    ),
  ).toEqual([
    ...refused(0, 'vlan'),
    ...refused(1, 'bridge'),
    {
      path: ['networks', 1, 'vlanQoS'],
      message: 'only tagged frames have a priority; add vlan',
    },
  ]);
});

test('rejects an MTU of card functions, which have that of their card', () => {
  const card = { type: 'sriov', resourceName: 'openshift.io/fast', vlan: 7 } as const;
  expect(checkNetworks({ name: 'a', ...card }, { name: 'b', ...card, mtu: 9000 })).toEqual([
    {
      path: ['networks', 1, 'mtu'],
      message:
        'virtual functions have the MTU of their card; remove it, and set mtu of the policy in ' +
        'addons:sriov.policies',
    },
  ]);
});

test('compares no VLANs of networks whose keys do not fit their type', () => {
  const networks: NetworkConfig[] = [
    { name: 'a', type: 'vlan', bridge: 'br1' },
    { name: 'b', type: 'vlan', bridge: 'br1' },
    { name: 'c', type: 'vlan', vlan: 7 },
    { name: 'd', type: 'vlan', vlan: 7 },
    { name: 'e', type: 'bridge', vlan: 7 },
    { name: 'f', type: 'bridge', bridge: 'br1', vlan: 7 },
    { name: 'g', type: 'bridge' },
    { name: 'h', type: 'sriov', resourceName: 'openshift.io/fast', bridge: 'br1', vlan: 7 },
    { name: 'i', type: 'sriov', resourceName: 'openshift.io/fast', bridge: 'br1', vlan: 7 },
  ];
  const missing = (index: number, key: string, type: string) => ({
    path: ['networks', index, key],
    message: `missing; a network of type "${type}" needs it`,
  });
  const needless = (index: number, key: string, type: string) => ({
    path: ['networks', index, key],
    message: `a network of type "${type}" has none; remove it`,
  });
  const bridges = [{ name: 'br1', vlans: [100] }];
  expect(checkMachineNetworks(networks, bridges)).toEqual([
    missing(0, 'vlan', 'vlan'),
    missing(1, 'vlan', 'vlan'),
    missing(2, 'bridge', 'vlan'),
    missing(3, 'bridge', 'vlan'),
    missing(4, 'bridge', 'bridge'),
    needless(4, 'vlan', 'bridge'),
    needless(5, 'vlan', 'bridge'),
    missing(6, 'bridge', 'bridge'),
    needless(7, 'bridge', 'sriov'),
    needless(8, 'bridge', 'sriov'),
  ]);
});

// Proves: networks.vlan-per-cluster
test('rejects two networks with one VLAN, an invalid MTU, and a priority without a VLAN', () => {
  expect(
    checkNetworks(
      { name: 'a', type: 'vlan', bridge: 'br1', vlan: 7 },
      { name: 'b', type: 'vlan', bridge: 'br1', vlan: 7, mtu: 1279 },
      { name: 'c', type: 'bridge', bridge: 'br1', mtu: 9217 },
      { name: 'd', type: 'bridge', bridge: 'br1' },
      {
        name: 'e',
        type: 'sriov',
        resourceName: 'openshift.io/fast',
        guestTagging: true,
        vlanQoS: 1,
      },
    ),
  ).toEqual([
    {
      path: ['networks', 1, 'mtu'],
      message: '1279 is not a valid MTU; set 1280 to 9216',
    },
    {
      path: ['networks', 1, 'vlan'],
      message: 'VLAN 7 of bridge "br1" is networks[0] already',
    },
    {
      path: ['networks', 2, 'mtu'],
      message: '9217 is not a valid MTU; set 1280 to 9216',
    },
    {
      path: ['networks', 3, 'bridge'],
      message: 'all that is untagged on bridge "br1" is networks[2] already',
    },
    {
      path: ['networks', 4, 'vlanQoS'],
      message: 'only tagged frames have a priority; add vlan',
    },
  ]);
});

test('a card has a VLAN, or guests that may tag their frames themselves', () => {
  const card = { name: 'a', type: 'sriov', resourceName: 'openshift.io/fast' } as const;
  expect(checkNetworks(card)).toEqual([
    {
      path: ['networks', 0, 'vlan'],
      message:
        'missing; without it guests reach every VLAN of the switch port; add it, or guestTagging: true where guests may',
    },
  ]);
  expect(checkNetworks({ ...card, vlan: 7, guestTagging: true })).toEqual([
    {
      path: ['networks', 0, 'guestTagging'],
      message: 'with vlan the card tags the frames; remove one of the two',
    },
  ]);
  expect(checkNetworks({ ...card, guestTagging: true })).toEqual([]);
  expect(checkNetworks({ ...card, vlan: 7, guestTagging: false })).toEqual([]);
});

test('rejects a migration network without addresses, and addresses in a network of guests', () => {
  expect(
    checkNetworks(
      { name: 'a', type: 'bridge', bridge: 'br1', use: 'migration' },
      { name: 'b', type: 'bridge', bridge: 'br2', range: '10.0.0.0/24' },
      { name: 'c', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 7, use: 'migration' },
    ),
  ).toEqual([
    {
      path: ['networks', 0, 'range'],
      message: 'missing; every host needs an address to move machines between',
    },
    {
      path: ['networks', 1, 'range'],
      message:
        'guests get their addresses elsewhere; only networks with use: migration have a range; remove it',
    },
    {
      path: ['networks', 2, 'use'],
      message: 'KubeVirt\'s pods cannot use SR-IOV functions; use "vlan" or "bridge"',
    },
  ]);
});
