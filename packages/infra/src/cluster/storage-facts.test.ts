// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readStorageFacts } from './storage-facts.ts';

const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const answers: Readonly<Record<string, unknown>> = {
  '/apis/storage.k8s.io/v1/storageclasses': {
    items: [
      {
        metadata: { name: 'block', annotations: isDefault },
        provisioner: 'csi.example.org',
        volumeBindingMode: 'WaitForFirstConsumer',
        allowVolumeExpansion: true,
        allowedTopologies: [{}],
      },
      { metadata: { name: 'plain' }, provisioner: 'other.example.org' },
    ],
  },
  '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses': {
    items: [{ metadata: { name: 'snap' }, driver: 'csi.example.org' }],
  },
  '/apis/cdi.kubevirt.io/v1beta1/storageprofiles/block': {
    status: {
      claimPropertySets: [{ accessModes: ['ReadWriteOnce'] }, { accessModes: ['ReadWriteMany'] }],
    },
  },
};

const server = createServer(({ url = '' }, response) => {
  const answer = answers[url];
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
});
let kubeconfig: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const cluster = { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  kubeconfig = JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: { token: 'hush' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the default class with all that is known of it', async () => {
  expect(await readStorageFacts(kubeconfig)).toEqual({
    name: 'block',
    provisioner: 'csi.example.org',
    volumeBindingMode: 'WaitForFirstConsumer',
    canExpand: true,
    isTopologyBound: true,
    snapshotClass: 'snap',
    accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
  });
});

test('a class by its name, with the defaults of Kubernetes', async () => {
  expect(await readStorageFacts(kubeconfig, 'plain')).toEqual({
    name: 'plain',
    provisioner: 'other.example.org',
    volumeBindingMode: 'Immediate',
    canExpand: false,
    isTopologyBound: false,
  });
});

test('a class that is not there has no facts', async () => {
  expect(await readStorageFacts(kubeconfig, 'gone')).toBeUndefined();
});
