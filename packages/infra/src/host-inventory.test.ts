// SPDX-License-Identifier: Apache-2.0
import { answeringCluster, endedAfterEach, testKubeconfig } from '@strata/testing';
import type { RequestListener } from 'node:http';
import { hostsOf, listHosts } from './host-inventory.ts';

const node = (name: string, capacity: Record<string, string>, labels?: Record<string, string>) => ({
  metadata: { name, ...(labels && { labels }) },
  status: { capacity },
});

const advice =
  'Check that it runs, that this machine can reach it and that the kubeconfig is still valid.';

const startCluster = endedAfterEach(answeringCluster);

const accessTo = (apiEndpoint: string) => ({ text: testKubeconfig(apiEndpoint), apiEndpoint });

/** Starts an API server that answers with one listener, and returns access to it. */
async function serve(listener: RequestListener) {
  return accessTo((await startCluster(listener)).endpoint);
}

test('sorts hosts by name, rounds memory down to GiB, and reads zones from node labels', () => {
  expect(
    hostsOf([
      node('metal-1', { cpu: '63500m', memory: '263521024Ki' }),
      node('metal-0', { cpu: '32', memory: '128Gi' }, { 'topology.kubernetes.io/zone': 'a' }),
    ]),
  ).toEqual([
    { name: 'metal-0', zone: 'a', cpu: 32, memoryGiB: 128 },
    { name: 'metal-1', cpu: 63.5, memoryGiB: 251 },
  ]);
});

test('reads lasting taints that keep pods away', () => {
  const taints = [
    { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
    { key: 'only', value: 'gpu', effect: 'NoExecute' },
    { key: 'rather-not', effect: 'PreferNoSchedule' },
    // Of a host that is drained.
    { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' },
  ];
  const tainted = { ...node('metal-0', { cpu: '32', memory: '128Gi' }), spec: { taints } };
  expect(hostsOf([tainted])).toEqual([
    { name: 'metal-0', cpu: 32, memoryGiB: 128, taints: taints.slice(0, 2) },
  ]);
});

test('reads how many pods a host takes', () => {
  expect(hostsOf([node('metal-0', { cpu: '32', memory: '128Gi', pods: '250' })])).toEqual([
    { name: 'metal-0', cpu: 32, memoryGiB: 128, pods: 250 },
  ]);
});

test('reads the addresses of a node, each once and sorted, without its names', () => {
  const addresses = [
    { type: 'InternalIP', address: '203.0.113.40' },
    { type: 'Hostname', address: 'metal-0' },
    { type: 'ExternalIP', address: '198.51.100.40' },
    { type: 'InternalIP', address: '2001:db8::40' },
    { type: 'ExternalIP', address: '203.0.113.40' },
  ];
  const status = { capacity: { cpu: '32', memory: '128Gi' }, addresses };
  expect(hostsOf([{ metadata: { name: 'metal-0' }, status }])).toEqual([
    {
      name: 'metal-0',
      cpu: 32,
      memoryGiB: 128,
      addresses: ['198.51.100.40', '2001:db8::40', '203.0.113.40'],
    },
  ]);
});

test('reads which hosts take no running VM of another, for their CPU lacks something', () => {
  const labels = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name.replace('/', '.node.kubevirt.io/'), 'true']));
  const size = { cpu: '32', memory: '128Gi' };
  const runs = 'cpu-model-migration/Haswell';
  expect(
    hostsOf([
      node('old', size, labels('host-model-cpu/Haswell', runs)),
      node('new', size, labels('host-model-cpu/Skylake', runs, 'cpu-model-migration/Skylake')),
    ]),
  ).toEqual([
    { name: 'new', cpu: 32, memoryGiB: 128, cpuRefusedBy: ['old'] },
    { name: 'old', cpu: 32, memoryGiB: 128 },
  ]);
});

// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/heartbeat/heartbeat.go `do`
test('reads which hosts give machines dedicated CPUs, once KubeVirt has labelled them', () => {
  const size = { cpu: '32', memory: '128Gi' };
  const host = (name: string) => ({ name, cpu: 32, memoryGiB: 128 });
  const both = (value: string) => ({ cpumanager: value, 'kubevirt.io/cpumanager': value });
  expect(
    hostsOf([
      node('fast', size, both('true')),
      node('new', size),
      node('old', size, { cpumanager: 'true' }),
      node('plain', size, both('false')),
    ]),
  ).toEqual([
    { ...host('fast'), dedicatedCpus: true },
    host('new'),
    { ...host('old'), dedicatedCpus: true },
    { ...host('plain'), dedicatedCpus: false },
  ]);
});

test('lists the nodes with one request', async () => {
  const requests: string[] = [];
  const access = await serve((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.setHeader('content-type', 'application/json');
    const items = [node('metal-0', { cpu: '32', memory: '128Gi' })];
    response.end(JSON.stringify({ kind: 'NodeList', apiVersion: 'v1', metadata: {}, items }));
  });
  expect(await listHosts(access)).toEqual([{ name: 'metal-0', cpu: 32, memoryGiB: 128 }]);
  expect(requests).toEqual(['GET /api/v1/nodes']);
});

test('reports a refused connection when nothing listens at the address', async () => {
  const { endpoint, ...gone } = await answeringCluster(() => undefined);
  await gone[Symbol.asyncDispose]();
  const access = accessTo(endpoint);
  await expect(listHosts(access)).rejects.toThrow(
    `cannot list the hosts of the infra cluster at ${access.apiEndpoint}: ` +
      `connect ECONNREFUSED ${access.apiEndpoint.slice('http://'.length)}. ${advice}`,
  );
});

test('gives up when the API server does not answer in time', async () => {
  const access = await serve(() => undefined);
  await expect(listHosts(access, 0.1)).rejects.toThrow(
    `cannot list the hosts of the infra cluster at ${access.apiEndpoint}: ` +
      `no answer within 0.1 s. ${advice}`,
  );
});

test('reports a refusal of the API server without showing credentials', async () => {
  const access = await serve((_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end('{"kind":"Status","message":"forbidden"}');
  });
  await expect(listHosts(access)).rejects.toThrow(
    new Error(
      `cannot list the hosts of the infra cluster at ${access.apiEndpoint}: ` +
        `it refuses (HTTP 403). ${advice}`,
    ),
  );
});
