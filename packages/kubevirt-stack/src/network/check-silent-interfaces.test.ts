// SPDX-License-Identifier: Apache-2.0
import { checkNetwork } from './check-network.ts';

const pools = [{ name: 'default', addresses: ['10.9.0.0/24'], autoAssign: true }];

function problemsOf(interfaces: string[], bridges: { name: string; uplink?: string }[]) {
  const infra = {
    apiEndpoint: 'https://10.0.0.9:6443',
    hosts: [],
    bridges: bridges.map((bridge) => ({ ...bridge, vlans: [100] })),
  };
  return checkNetwork(
    { metallb: { pools, l2: { interfaces } } },
    { release: undefined, cluster: undefined, infra },
  );
}

// Proves: networks.silent-interfaces
test('MetalLB may not answer at the port of a bridge alone', () => {
  expect(problemsOf(['eth1', 'bond0'], [{ name: 'br1', uplink: 'bond0' }])).toEqual([
    {
      path: ['metallb', 'l2', 'interfaces', 1],
      message:
        'on hosts with the bridge "br1", "bond0" is its port, where MetalLB answers nothing, so nobody would reach an address; add "br1"',
    },
  ]);
});

test.each([
  ['names the bridge', ['br1'], [{ name: 'br1', uplink: 'bond0' }]],
  ['names card and bridge', ['bond0', 'br1'], [{ name: 'br1', uplink: 'bond0' }]],
  ['names another card', ['eth1'], [{ name: 'br1', uplink: 'bond0' }]],
  ['is for an infra stack that predates uplinks', ['bond0'], [{ name: 'br1' }]],
])('accepts a list that %s', (_, interfaces, bridges) => {
  expect(problemsOf(interfaces, bridges)).toEqual([]);
});
