// SPDX-License-Identifier: Apache-2.0
import { planInterfaces } from './interface-plan.ts';
import { parseNetworkData } from './network-data.ts';

const facts = {
  interfaces: [
    { name: 'default', device: 'eth0', mac: '02:00:00:00:00:01', onPodNetwork: true },
    { name: 'own', device: 'pod1234', mac: '02:00:00:00:00:02', onPodNetwork: false },
  ],
  address: '10.244.128.7',
  prefixLength: 32,
  gateway: '10.244.255.254',
};

/** Returns the commands, one a line, after those with which every boot begins. */
function planned(ethernets?: object): { commands: string[]; told: readonly string[] } {
  const data =
    ethernets === undefined
      ? undefined
      : parseNetworkData(JSON.stringify({ version: 2, ethernets }));
  const { commands, told } = planInterfaces(facts, data);
  return { commands: commands.slice(9).map((words) => words.join(' ')), told };
}

const byDhcp = [
  'link set enp1s0 up',
  'address replace 10.244.128.7/32 dev enp1s0',
  'route replace default via 10.244.255.254 dev enp1s0 onlink',
];

test('names interfaces after their PCI ports, and gives them their own MAC addresses and no address', () => {
  const { commands } = planInterfaces(facts, undefined);
  expect(commands.slice(0, 9).map((words) => words.join(' '))).toEqual([
    'link set lo up',
    'link set eth0 down',
    'address flush dev eth0',
    'link set eth0 address 02:00:00:00:00:01',
    'link set eth0 name enp1s0',
    'link set pod1234 down',
    'address flush dev pod1234',
    'link set pod1234 address 02:00:00:00:00:02',
    'link set pod1234 name enp2s0',
  ]);
});

test('requests an address for the first interface alone when there is no network data', () => {
  expect(planned()).toEqual({
    commands: byDhcp,
    told: ['enp1s0 (02:00:00:00:00:01): 10.244.128.7/32'],
  });
});

test('gives no address to an interface that network data does not name, not even on the pod network', () => {
  expect(planned({})).toEqual({ commands: [], told: [] });
});

test('sets addresses, MTU and routes as they are written', () => {
  const own = { addresses: ['10.20.0.11/24'], mtu: 9000 };
  const routes = [{ to: '10.30.0.0/16', via: '10.20.0.1' }];
  expect(planned({ enp1s0: { dhcp4: true }, enp2s0: { ...own, routes } })).toEqual({
    commands: [
      ...byDhcp,
      'link set enp2s0 mtu 9000',
      'link set enp2s0 up',
      'address replace 10.20.0.11/24 dev enp2s0',
      'route replace 10.30.0.0/16 via 10.20.0.1 dev enp2s0',
    ],
    told: [
      'enp1s0 (02:00:00:00:00:01): 10.244.128.7/32',
      'enp2s0 (02:00:00:00:00:02): 10.20.0.11/24',
    ],
  });
});

test('finds an interface by its MAC address, and renames it', () => {
  const lan = { match: { macaddress: '02:00:00:00:00:02' }, 'set-name': 'lan' };
  expect(planned({ anything: lan })).toEqual({
    commands: ['link set enp2s0 name lan', 'link set lan up'],
    told: ['lan (02:00:00:00:00:02): no address'],
  });
});

test('reports a missing interface, and by what it was looked for', () => {
  const match = { macaddress: '02:00:00:00:00:03' };
  expect(planned({ enp3s0: { dhcp4: true }, lan: { match } })).toEqual({
    commands: [],
    told: [
      'enp3s0: no interface has this name',
      'lan: no interface has the MAC address 02:00:00:00:00:03',
    ],
  });
});

test('has DHCP on the pod network alone', () => {
  expect(planned({ enp2s0: { dhcp4: true } })).toEqual({
    commands: ['link set enp2s0 up'],
    told: [
      'enp2s0 (02:00:00:00:00:02): no address',
      'enp2s0: nobody answers to DHCP on this network',
    ],
  });
});

test('takes the routes of DHCP unless network data says not to', () => {
  const left = { dhcp4: true, 'dhcp4-overrides': { 'use-routes': false } };
  expect(planned({ enp1s0: left }).commands).toEqual(byDhcp.slice(0, 2));
});
