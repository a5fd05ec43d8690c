// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '../api-client.ts';
import { aMoment, eventually } from '../test-wait.ts';
import { paths } from './storage-objects.ts';
import { attachmentPath, TestTenant, uid, volumePath } from './test-tenant.ts';

let tenant: TestTenant;
let client: ApiClient;

beforeEach(async () => {
  tenant = new TestTenant();
  client = await tenant.start();
});
afterEach(() => tenant.stop(client));

test('an attachment is published behind finalizers, and says that it is attached', async () => {
  tenant.volume();
  tenant.register();
  tenant.attachment();
  tenant.run(client);
  await eventually(() => tenant.api.get(attachmentPath)?.status);
  expect(tenant.driver.calls).toEqual([
    [
      'publish',
      {
        ...{ volumeId: `pvc-${uid}`, nodeId: 'cluster-demo/workers-0', isShared: false },
        context: { bus: 'scsi', serial: '7d6f' },
      },
    ],
  ]);
  expect(tenant.api.must(attachmentPath)).toMatchObject({
    metadata: {
      annotations: { 'csi.alpha.kubernetes.io/node-id': 'cluster-demo/workers-0' },
      finalizers: ['external-attacher/csi-kubevirt-io'],
    },
    status: { attached: true },
  });
  expect(tenant.api.must(volumePath).metadata.finalizers).toEqual([
    'external-attacher/csi-kubevirt-io',
  ]);
});

test('a deleted attachment goes once the volume is out, even when the node is gone', async () => {
  tenant.volume();
  tenant.register();
  tenant.attachment();
  tenant.run(client);
  await eventually(() => tenant.api.get(attachmentPath)?.status);
  tenant.api.delete(`${paths.csiNodes}/workers-0`);
  tenant.driver.failure = new Error('it is in use');
  tenant.api.delete(attachmentPath);
  await eventually(() => JSON.stringify(tenant.api.get(attachmentPath)).includes('detachError'));
  expect(tenant.api.must(attachmentPath).status).toMatchObject({
    attached: true,
    detachError: { message: 'rpc error: code = Unknown desc = it is in use' },
  });
  tenant.driver.failure = undefined;
  await eventually(() => tenant.api.get(attachmentPath) === undefined);
  expect(tenant.driver.calls.at(-1)).toEqual([
    'unpublish',
    { id: `pvc-${uid}`, node: 'cluster-demo/workers-0' },
  ]);
});

test('without a registered driver the attachment says so, and waits in growing steps', async () => {
  tenant.volume();
  tenant.attachment();
  tenant.run(client);
  await eventually(() => JSON.stringify(tenant.api.get(attachmentPath)).includes('attachError'));
  expect(tenant.api.must(attachmentPath).status).toMatchObject({
    attached: false,
    attachError: {
      message: 'can\'t get CSINode workers-0: csinode.storage.k8s.io "workers-0" not found',
    },
  });
  await aMoment();
  expect(tenant.api.requests.filter((line) => line.startsWith('PATCH')).length).toBeLessThan(8);
  tenant.register();
  await eventually(() =>
    JSON.stringify(tenant.api.get(attachmentPath)).includes('"attached":true'),
  );
});

test('the attachments of others are left alone', async () => {
  tenant.volume();
  tenant.attachment({ spec: { attacher: 'other', nodeName: 'w', source: {} } });
  tenant.run(client);
  await aMoment();
  expect(tenant.api.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
});
