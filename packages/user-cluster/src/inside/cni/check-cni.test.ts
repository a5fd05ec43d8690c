// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../../test-context.ts';
import type { Change } from '../../test-context.ts';
import { checkCni } from './index.ts';

const problems = (change: Change) => checkCni(testContext(change));

test.each<Change>([
  {},
  { cni: { mtu: 1400 } },
  { network: { mtu: 1450 } },
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

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu', sizeGiB: 20 },
  endpoint: { address: '203.0.113.2' },
};
const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const bare = { network: 'fast-lane', addresses: 'none' };
const kubeProxyReplacement = { kubeProxyReplacement: true };

// Proves: cluster-networks.cni
test.each<[string, Change]>([
  ['controlPlane.peers', { controlPlane: { ...controlPlane, replicas: 3, peers } }],
  [
    'controlPlane.interfaces[1] (unless it has addresses: none)',
    { controlPlane: { ...controlPlane, interfaces: [bare, { network: 'backbone' }] } },
  ],
])('refuses to replace kube-proxy where nodes of the control plane have %s', (device, change) => {
  expect(problems({ ...change, cni: kubeProxyReplacement })).toEqual([
    {
      path: ['cni', 'kubeProxyReplacement'],
      message:
        "Cilium's agent does not start with it on the control plane, whose nodes have a second device " +
        `with an address: ${device}; leave it false, for kube-proxy, or take cni.type: none and a ` +
        'pod network of your own',
    },
  ]);
  expect(problems(change)).toEqual([]);
  expect(problems({ ...change, cni: { ...kubeProxyReplacement, type: 'none' } })).toEqual([]);
});

test('kube-proxy can be replaced where further interfaces of the control plane have no address', () => {
  const change = { controlPlane: { ...controlPlane, interfaces: [bare] } };
  expect(problems({ ...change, cni: kubeProxyReplacement })).toEqual([]);
});

// Proves: cluster-networks.cni
test('refuses metrics-server where each pod needs a policy that lets it through', () => {
  const applications = { metricsServer: true };
  expect(problems({ applications, cni: { policyEnforcement: 'always' } })).toEqual([
    {
      path: ['applications', 'metricsServer'],
      message:
        'with cni.policyEnforcement: always it reaches neither the API nor kubelets, because no ' +
        'policy allows it, and `up` would wait for it in vain; take policyEnforcement: default, ' +
        'or install metrics-server and its policies yourself',
    },
  ]);
  expect(problems({ applications })).toEqual([]);
});

test('reports nothing when other keys have the wrong shape', () => {
  const context = testContext({ cni: { mtu: 1400 } });
  const { cni } = context.config;
  expect(checkCni({ ...context, config: {} })).toEqual([]);
  expect(checkCni({ ...context, config: { cni } })).toEqual([]);
  const always = { ...cni, ...kubeProxyReplacement, policyEnforcement: 'always' as const };
  expect(checkCni({ ...context, config: { cni: always } })).toEqual([]);
});
