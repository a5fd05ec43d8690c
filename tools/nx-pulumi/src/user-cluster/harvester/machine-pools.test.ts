// SPDX-License-Identifier: Apache-2.0
import { readHarvesterFile } from './read-harvester-file.ts';
import { translateHarvester } from './translate-harvester.ts';

const platform = { images: { ofPlatform: [{ name: 'first' }], fallback: 'first' }, networks: [] };

/** A machine pool, as text: its roles, and further keys. */
const pool = (name: string, roles: readonly string[], more = '') =>
  `    - { name: ${name}, ${roles.map((role) => `${role}Role: true, `).join('')}machineConfigRef: { kind: HarvesterConfig, name: ${name} }${more} }`;

/** Translates a cluster with these machine pools, each with a HarvesterConfig of its name. */
function translated(...pools: readonly (readonly [string, readonly string[], string?])[]) {
  const configs = pools.map(
    ([name], index) => `---
apiVersion: rke-machine-config.cattle.io/v1
kind: HarvesterConfig
metadata: { name: ${name} }
cpuCount: "${index + 2}"
imageName: default/first
diskSize: "40"
`,
  );
  const cluster = `apiVersion: provisioning.cattle.io/v1
kind: Cluster
metadata: { name: shop }
spec:
  kubernetesVersion: v1.35.4+rke2r1
  rkeConfig:
    machineGlobalConfig: { cni: cilium }
    machinePools:
${pools.map((one) => pool(...one)).join('\n')}
`;
  const file = readHarvesterFile('shop.yaml', `${cluster}${configs.join('')}`);
  const { config, lines } = translateHarvester(file, platform);
  const named = (config.pools ?? []) as readonly { readonly name: string }[];
  const { cpu } = config.controlPlane as { readonly cpu: number };
  return { cpu, pools: named.map(({ name }) => name), lines };
}

const control = ['controlPlane', 'etcd'];

const peers =
  'is left out: three nodes need controlPlane.peers, a network in which their addresses stay. Set controlPlane.replicas: 3 and peers before the first update: one can become three later, but the API is away meanwhile';

// Proves: migration.from-harvester
test('a control plane of several machine pools has the machines of the first, and counts all of them', () => {
  expect(
    translated(['a', control], ['b', control], ['c', control, ', quantity: 1'], ['w', ['worker']]),
  ).toEqual({
    cpu: 2,
    pools: ['w'],
    lines: [
      'Cluster shop: spec.rkeConfig.machinePools (a, b, c) with a quantity of 3 ' + peers,
      'Cluster shop: spec.rkeConfig.machinePools[1] (b) is left out: all machines of a control plane are alike: they are those of "a"',
      'Cluster shop: spec.rkeConfig.machinePools[2] (c) is left out: all machines of a control plane are alike: they are those of "a"',
    ],
  });
});

// Proves: migration.from-harvester
test('a machine pool without machines is no control plane where another one has some', () => {
  expect(
    translated(['a', control, ', quantity: 0'], ['b', control], ['w', ['worker'], ', quantity: 0']),
  ).toEqual({
    cpu: 3,
    pools: ['w'],
    lines: [
      'Cluster shop: spec.rkeConfig.machinePools[0] (a) is left out: all machines of a control plane are alike: they are those of "b"',
    ],
  });
});

// Proves: migration.from-harvester
test('a machine pool with all roles beside others counts to the control plane, and is a pool', () => {
  expect(
    translated(['a', [...control, 'worker'], ', quantity: 2'], ['b', [...control, 'worker']]),
  ).toEqual({
    cpu: 2,
    pools: ['a', 'b'],
    lines: [
      'Cluster shop: spec.rkeConfig.machinePools (a, b) with a quantity of 3 ' + peers,
      'Cluster shop: spec.rkeConfig.machinePools[0] (a) runs the control plane and pods of others: the pool "a" is for pods, and the control plane has a machine besides it',
      'Cluster shop: spec.rkeConfig.machinePools[1] (b) runs the control plane and pods of others: the pool "b" is for pods, and the control plane has a machine besides it',
    ],
  });
});

// Proves: migration.from-harvester
test('how a control plane rolls is listed, and so is a drain that would last for ever', () => {
  const rolling = ', rollingUpdate: { maxSurge: 1 }';
  expect(
    translated(['a', control, rolling], ['w', ['worker'], ', drainBeforeDelete: true']).lines,
  ).toEqual([
    'Cluster shop: spec.rkeConfig.machinePools[0].rollingUpdate is left out: machines of a control plane are replaced one by one',
    'Cluster shop: spec.rkeConfig.machinePools[1].drainBeforeDelete without drainBeforeDeleteTimeout is left out: no machine waits for ever; drain.timeoutSeconds is 600',
  ]);
});
