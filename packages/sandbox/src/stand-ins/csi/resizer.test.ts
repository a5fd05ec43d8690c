// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '../api-client.ts';
import { eventually } from '../test-wait.ts';
import { claimPath, ours, TestTenant, uid, volumePath } from './test-tenant.ts';

let tenant: TestTenant;
let client: ApiClient;

beforeEach(async () => {
  tenant = new TestTenant();
  client = await tenant.start();
});
afterEach(() => tenant.stop(client));

test('a claim that asks for more gets it', async () => {
  tenant.volume();
  const status = { phase: 'Bound', capacity: { storage: '1Gi' } };
  const resources = { requests: { storage: '2Gi' } };
  tenant.claim({ volumeName: `pvc-${uid}`, resources }, ours, status);
  tenant.run(client);
  await eventually(() =>
    tenant
      .events()
      .map(({ reason }) => reason)
      .includes('VolumeResizeSuccessful'),
  );
  expect(tenant.driver.calls).toEqual([['expand', { id: `pvc-${uid}`, bytes: 2 ** 31 }]]);
  expect(tenant.api.must(volumePath).spec).toMatchObject({ capacity: { storage: '2Gi' } });
  expect(tenant.api.must(claimPath).status).toEqual({
    ...{ phase: 'Bound', capacity: { storage: '2Gi' }, allocatedResources: { storage: '2Gi' } },
  });
});

test('what the infra cluster refuses is an event', async () => {
  tenant.volume();
  const status = { phase: 'Bound', capacity: { storage: '1Gi' } };
  const resources = { requests: { storage: '2Gi' } };
  tenant.driver.failure = new Error('persistentvolumes "pvc-9" is forbidden');
  tenant.claim({ volumeName: `pvc-${uid}`, resources }, ours, status);
  tenant.run(client);
  const event = await eventually(() => tenant.events().find(({ type }) => type === 'Warning'));
  expect(event).toMatchObject({
    reason: 'VolumeResizeFailed',
    message: `resize volume "pvc-${uid}" by resizer "csi.kubevirt.io" failed: rpc error: code = Unknown desc = persistentvolumes "pvc-9" is forbidden`,
  });
  expect(tenant.api.must(claimPath).status).toEqual(status);
});
