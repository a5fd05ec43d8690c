// SPDX-License-Identifier: Apache-2.0
import { translateKkp } from './translate-kkp.ts';

const images = { ofPlatform: [], fallback: 'ubuntu-22-04' };

const deployment = (spec: object, annotations: object = {}) => ({
  cluster: undefined,
  deployments: [{ metadata: { name: 'web', annotations }, spec }],
});

const machine = (spec: object, rest: object = {}) =>
  deployment({
    template: { spec: { providerSpec: { value: { cloudProviderSpec: spec, ...rest } } } },
  });

// Proves: migration.from-kkp
test('the CPUs that a machine sees go before those that its pod requests', () => {
  const poolOf = (template: object) => {
    const { config, lines } = translateKkp(machine({ virtualMachine: { template } }), images);
    const [{ cpu, memoryGiB } = {}] = config.pools as Record<string, unknown>[];
    return { cpu, memoryGiB, lines: lines.filter((line) => line.includes('cpus')) };
  };
  expect(poolOf({ vcpus: { cores: 4 }, cpus: '2', memory: '8Gi' })).toEqual({
    cpu: 4,
    memoryGiB: 8,
    lines: [],
  });
  expect(poolOf({ cpus: '500m', memory: '1Gi' })).toEqual({
    cpu: 1,
    memoryGiB: 1,
    lines: [
      'MachineDeployment web: cpus 500m is rounded up, for a machine has whole CPUs: cpu is 1',
    ],
  });
});

// Proves: migration.from-kkp
test('percentages of replicas are rounded as machine-controller does it', () => {
  const paceOf = (replicas: number, maxSurge: unknown, maxUnavailable: unknown) => {
    const strategy = { rollingUpdate: { maxSurge, maxUnavailable } };
    const { config } = translateKkp(deployment({ replicas, strategy }), images);
    const [pool] = config.pools as Record<string, unknown>[];
    return [pool?.maxSurge, pool?.maxUnavailable];
  };
  expect(paceOf(5, '25%', '25%')).toEqual([2, 1]);
  expect(paceOf(3, 0, '25%')).toEqual([0, 1]);
  expect(paceOf(3, 1, 0)).toEqual([1, 0]);
});

// Proves: migration.from-kkp
test('another strategy and an autoscaler are named', () => {
  const group = 'cluster.k8s.io/cluster-api-autoscaler-node-group';
  const file = deployment(
    { strategy: { type: 'OnDelete' } },
    { [`${group}-min-size`]: '1', [`${group}-max-size`]: '9', 'example.org/x': 'y' },
  );
  const reason = 'nothing but an update of the stack changes the number of machines of a pool';
  expect(translateKkp(file, images).lines.slice(1)).toEqual([
    'MachineDeployment web: spec.strategy.type OnDelete is left out: an update of the stack replaces the machines of its pools',
    `MachineDeployment web: metadata.annotations.${group}-min-size is left out: ${reason}`,
    `MachineDeployment web: metadata.annotations.${group}-max-size is left out: ${reason}`,
  ]);
});

// Proves: migration.from-kkp
test.each([
  [
    machine({}, { cloudProvider: 'aws' }),
    'MachineDeployment web: its cloudProvider is "aws"; only MachineDeployments of kubevirt are translated.',
  ],
  [
    machine({ memory: '2Gb' }),
    'MachineDeployment web: memory is "2Gb", which is no quantity of Kubernetes.',
  ],
  [
    deployment({ strategy: { rollingUpdate: { maxSurge: 'some' } } }),
    'MachineDeployment web: spec.strategy.rollingUpdate.maxSurge is "some", which is no number.',
  ],
])('refuses what it would translate wrongly: %#', (file, message) => {
  expect(() => translateKkp(file, images)).toThrow(message);
});
