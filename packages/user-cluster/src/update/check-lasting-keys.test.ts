// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { testContext } from '../test-context.ts';
import { checkLastingKeys } from './index.ts';
import { lastingValues, readLastingValues } from './lasting-keys.ts';

const made = testContext();
const running = {
  controlPlane: ['1.35.4'],
  pools: {},
  etcdDisks: [],
  lasting: lastingValues(made.config),
};

const other = testContext({
  kubernetes: {
    version: '1.35.4',
    podCidr: '10.102.0.0/16',
    serviceCidr: '10.103.0.0/16',
    dnsDomain: 'shop.local',
  },
  controlPlane: {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu', sizeGiB: 20 },
    endpoint: { address: '203.0.113.3' },
  },
  cni: { type: 'none', kubeProxyReplacement: true },
});

test('accepts the values that a cluster was made with', () => {
  expect(checkLastingKeys({ ...made, running })).toEqual([]);
});

// Proves: machines.lasting-keys
test('refuses to change a value that holds for the life of a cluster, with the reason and another way', () => {
  const problems = checkLastingKeys({ ...other, running });
  expect(problems.map(({ path, message }) => `${formatPath(path)}: ${message}`)).toEqual([
    'kubernetes.podCidr: is 10.100.0.0/16 for the life of this cluster: every node has a part of it, and a node keeps its part; leave it at 10.100.0.0/16, or make another cluster with 10.102.0.0/16',
    'kubernetes.serviceCidr: is 10.101.0.0/16 for the life of this cluster: Services keep their addresses of it, and the first one is in the certificate of the API; leave it at 10.101.0.0/16, or make another cluster with 10.103.0.0/16',
    'kubernetes.dnsDomain: is cluster.local for the life of this cluster: names in it are in the certificate of the API, and in what programs have been told; leave it at cluster.local, or make another cluster with shop.local',
    'controlPlane.endpoint.address: is 203.0.113.2 for the life of this cluster: it is in certificates, in kubeconfigs and in the machines; leave it at 203.0.113.2, or make another cluster with 203.0.113.3',
    'cni.type: is cilium for the life of this cluster: every node has it, and every pod an address of it: nodes would have none, or two that disturb each other; leave it at cilium, or make another cluster with none',
    'cni.kubeProxyReplacement: is false for the life of this cluster: new machines would be without kube-proxy before the pod network replaces it, or have both; leave it at false, or make another cluster with true',
  ]);
});

test('reports nothing about a key that is newer than the record of a cluster', () => {
  const lasting = Object.fromEntries(
    Object.entries(running.lasting).filter(([key]) => !key.startsWith('cni.')),
  );
  const { kubernetes, controlPlane } = made.config;
  const config = { ...other.config, kubernetes, controlPlane };
  expect(checkLastingKeys({ ...other, config, running: { ...running, lasting } })).toEqual([]);
});

test('reports nothing before a machine of the control plane exists, or when the infra cluster could not be asked', () => {
  expect(checkLastingKeys({ ...other, running: { ...running, controlPlane: [] } })).toEqual([]);
  expect(checkLastingKeys(other)).toEqual([]);
});

test('reports nothing about parts that a configuration lacks', () => {
  expect(checkLastingKeys({ ...made, config: {}, running })).toEqual([]);
});

test('reports nothing about clusters that were made before their values were recorded', () => {
  for (const text of [undefined, '', '["a text"]', '{"kubernetes.podCidr": 1}']) {
    const lasting = readLastingValues(text);
    expect(lasting).toEqual({});
    expect(checkLastingKeys({ ...other, running: { ...running, lasting } })).toEqual([]);
  }
});
