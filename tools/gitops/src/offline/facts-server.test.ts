// SPDX-License-Identifier: Apache-2.0
import { infraFacts } from '@strata/plan-check/infra-facts';
import { serveFacts } from './facts-server.ts';
import type { FactsServer } from './facts-server.ts';

const facts = infraFacts.parse({
  kubernetes: '1.35.4',
  hosts: [{ name: 'h0', zone: 'a', cpu: 16, memoryGiB: 64 }],
  storageClasses: [
    { name: 'block', provisioner: 'csi.example.org', default: true, snapshotClasses: ['snap'] },
    { name: 'local', provisioner: 'local.example.org', topologyBound: true, expansion: false },
  ],
  network: {
    podCidrs: ['10.244.0.0/16'],
    serviceCidrs: ['10.96.0.0/16'],
    dnsServers: ['10.96.0.10'],
    api: { addresses: ['10.96.0.1'] },
  },
});

let server: FactsServer;
beforeAll(async () => {
  server = await serveFacts(facts);
});
afterAll(() => server.close());

/** Returns the API server's address from the kubeconfig. */
function endpoint(): string {
  const { clusters } = JSON.parse(server.kubeconfig) as {
    clusters: { cluster: { server: string } }[];
  };
  return clusters[0]?.cluster.server ?? '';
}

async function ask(path: string, method = 'GET'): Promise<unknown> {
  const response = await fetch(`${endpoint()}${path}`, { method });
  return response.ok ? response.json() : response.status;
}

test('listens only on loopback', () => {
  expect(endpoint()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('keeps the connection of a program that is busy, as kube-apiserver does', async () => {
  const { headers } = await fetch(`${endpoint()}/version`);
  expect(headers.get('keep-alive')).toBe('timeout=90');
});

test.each<[string, unknown]>([
  ['/version', { major: '1', minor: '35', gitVersion: 'v1.35.4' }],
  ['/version?timeout=32s', { major: '1', minor: '35', gitVersion: 'v1.35.4' }],
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    {
      items: [
        {
          metadata: {
            name: 'block',
            annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
          },
          provisioner: 'csi.example.org',
          allowVolumeExpansion: true,
          volumeBindingMode: 'Immediate',
        },
        {
          metadata: { name: 'local', annotations: {} },
          provisioner: 'local.example.org',
          allowVolumeExpansion: false,
          volumeBindingMode: 'Immediate',
          allowedTopologies: [{}],
        },
      ],
    },
  ],
  [
    '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses',
    { items: [{ metadata: { name: 'snap' }, driver: 'csi.example.org' }] },
  ],
  ['/api/v1/namespaces/kube-system/services/kube-dns', { spec: { clusterIPs: ['10.96.0.10'] } }],
])('answers %s with the facts', async (path, answer) => {
  expect(await ask(path)).toEqual(answer);
});

test('answers 404 for everything that is not a fact, and refuses writes', async () => {
  expect(await ask('/apis/kubevirt.io/v1/kubevirts')).toBe(404);
  expect(await ask('/version', 'POST')).toBe(404);
});
