// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../../test-context.ts';
import type { Change } from '../../test-context.ts';
import { checkCni } from './index.ts';

const problems = (change: Change) => checkCni(testContext(change));

test.each<Change>([
  {},
  { cni: { mtu: 1400 } },
  { cni: { mtu: 1400 }, network: { mtu: 1450 } },
  { cni: { type: 'none', tunnelPort: 8472, mtu: 9000 - 50 }, network: { binding: 'masquerade' } },
])('accepts %j', (change) => {
  expect(problems(change)).toEqual([]);
});

// Proves: cluster-networks.binding, cluster-networks.cni
test('reports everything that would not work on the network below, at once', () => {
  const change = {
    cni: { mtu: 1401, tunnelPort: 8472 },
    network: { mtu: 1450, binding: 'masquerade' },
  };
  expect(problems(change)).toEqual([
    {
      path: ['cni', 'type'],
      message:
        'machines with binding: masquerade all have the address 10.0.2.2 inside, between ' +
        'which Cilium has no tunnel; use network.binding: bridge, or cni.type: none',
    },
    {
      path: ['cni', 'tunnelPort'],
      message:
        '8472 is the port of tunnels between hosts (VXLAN of Cilium and flannel), and tunnels ' +
        'of the user cluster go through these; choose another one, such as 8473',
    },
    {
      path: ['cni', 'mtu'],
      message:
        'packets of 1401 bytes do not fit into network.mtu: 1450, because the tunnel adds ' +
        '50 bytes; set at most 1400',
    },
  ]);
});

// Proves: cluster-networks.cni
test.each([
  [4789, 'VXLAN of Calico'],
  [6081, 'Geneve of Cilium, OVN-Kubernetes and Kube-OVN'],
])('refuses the tunnel port %i, which hosts may use: %s', (tunnelPort, user) => {
  expect(problems({ cni: { tunnelPort } })).toEqual([
    {
      path: ['cni', 'tunnelPort'],
      message:
        `${tunnelPort} is the port of tunnels between hosts (${user}), and tunnels of the user cluster ` +
        'go through these; choose another one, such as 8473',
    },
  ]);
});

test('reports nothing when other keys have the wrong shape', () => {
  const context = testContext({ cni: { mtu: 1400 } });
  const { cni } = context.config;
  expect(checkCni({ ...context, config: {} })).toEqual([]);
  expect(checkCni({ ...context, config: { cni } })).toEqual([]);
});
