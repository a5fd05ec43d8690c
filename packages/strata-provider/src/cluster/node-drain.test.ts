// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { fakeApi, recordedWork, type FakeApi } from '../testing/index.ts';
import { NodeDrain } from './node-drain.ts';

const attachments = '/apis/storage.k8s.io/v1/volumeattachments';
const claims = '/api/v1/namespaces/log/persistentvolumeclaims';

/** Returns a machine with hotplugged volumes, as the infra cluster shows it. */
const machine = (plugged: readonly string[]) => ({
  vm: { metadata: { name: 'web-0', uid: 'vm' } },
  vmi: {
    metadata: { name: 'web-0' },
    status: { volumeStatus: plugged.map((name) => ({ name, hotplugVolume: {} })) },
  },
});

/** Adds the node of the machine with one pod of a DaemonSet. */
function showNode(api: FakeApi, volumes: readonly object[]): void {
  api.objects.set('/api/v1/nodes/web-0', {
    metadata: { name: 'web-0' },
    spec: { unschedulable: true },
  });
  const ownerReferences = [{ kind: 'DaemonSet' }];
  const metadata = { name: 'collector', namespace: 'log', ownerReferences };
  api.objects.set('/api/v1/pods', {
    items: [{ metadata, spec: { volumes }, status: { phase: 'Running' } }],
  });
}

function attach(api: FakeApi, ...names: readonly string[]): void {
  const items = names.map((persistentVolumeName) => ({
    spec: { nodeName: 'web-0', source: { persistentVolumeName } },
  }));
  api.objects.set(attachments, { items });
}

async function newDrain(api: FakeApi) {
  const work = recordedWork();
  const { signal } = work;
  const client = new ApiClient(await readKubeconfig(api.kubeconfig), { signal });
  return { work, drain: new NodeDrain(client, work, 600) };
}

// Proves: volumes.not-undone
test('waits until volumes are unplugged, except those of pods that stay', async () => {
  await using api = await fakeApi();
  showNode(api, [
    { name: 'spool', persistentVolumeClaim: { claimName: 'spool' } },
    { name: 'cache', ephemeral: {} },
    { name: 'new', persistentVolumeClaim: { claimName: 'not-bound' } },
    { name: 'config', configMap: {} },
  ]);
  api.objects.set(`${claims}/spool`, { spec: { volumeName: 'by-hand' } });
  api.objects.set('/api/v1/persistentvolumes/by-hand', {
    spec: { csi: { volumeHandle: 'spool-disk' } },
  });
  api.objects.set(`${claims}/collector-cache`, { spec: { volumeName: 'pvc-cache' } });
  api.objects.set(`${claims}/not-bound`, { spec: {} });
  attach(api, 'by-hand', 'pvc-cache', 'pvc-cart');
  const { drain, work } = await newDrain(api);
  expect(await drain.step(machine(['spool-disk', 'pvc-cache', 'pvc-cart']))).toBe(
    'is empty, and its volumes are unplugged: pvc-cart',
  );
  attach(api, 'by-hand', 'pvc-cache');
  expect(await drain.step(machine(['spool-disk', 'pvc-cache', 'pvc-cart']))).toBe(
    'is empty, and its volumes are unplugged: pvc-cart',
  );
  expect(await drain.step(machine(['spool-disk', 'pvc-cache']))).toBeUndefined();
  expect(work.infos).toEqual([]);
});

test('lets a machine shut down after 180 s with a volume that is not unplugged, and names the volume', async () => {
  await using api = await fakeApi();
  showNode(api, [{ name: 'spool', persistentVolumeClaim: { claimName: 'spool' } }]);
  api.objects.set(`${claims}/spool`, { spec: { volumeName: 'pvc-spool' } });
  attach(api, 'pvc-spool', 'pvc-cart');
  const { drain, work } = await newDrain(api);
  const stepAfter = async (seconds: number) => {
    await work.clock.sleep(seconds * 1_000, work.signal);
    return drain.step(machine(['pvc-spool', 'pvc-cart']));
  };
  for (const seconds of [0, 30, 30, 30, 30, 30, 29]) {
    expect(await stepAfter(seconds)).toBe('is empty, and its volumes are unplugged: pvc-cart');
  }
  expect(await stepAfter(1)).toBeUndefined();
  expect(work.infos).toEqual(['web-0 still has volumes 180 s after its last pod: pvc-cart']);
});

// Proves: drains-and-updates.workload-evicted
test('the time limit of a drain does not run while the API is away', async () => {
  await using api = await fakeApi();
  showNode(api, []);
  const metadata = { name: 'cart', namespace: 'shop' };
  api.objects.set('/api/v1/pods', { items: [{ metadata, status: { phase: 'Running' } }] });
  api.onWrite = () => 429;
  const { drain, work } = await newDrain(api);
  const waits =
    'drains: 1 pod is to leave: shop/cart (its PodDisruptionBudget does not allow it yet)';
  expect(await drain.step(machine([]))).toBe(waits);
  const node = api.objects.get('/api/v1/nodes/web-0');
  api.objects.set('/api/v1/nodes/web-0', 503);
  await work.clock.sleep(600_000, work.signal);
  await expect(drain.step(machine([]))).rejects.toThrow('HTTP 503');
  api.objects.set('/api/v1/nodes/web-0', node);
  expect(await drain.step(machine([]))).toBe(waits);
  expect(work.infos).toEqual([]);
});

// Proves: drains-and-updates.workload-evicted
test('says why a pod stays whose eviction is refused by an answer with HTTP 201', async () => {
  await using api = await fakeApi();
  showNode(api, []);
  const metadata = { name: 'cart', namespace: 'shop' };
  api.objects.set('/api/v1/pods', { items: [{ metadata, status: { phase: 'Running' } }] });
  const message =
    'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
  api.objects.set('/api/v1/namespaces/shop/pods/cart/eviction', {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    code: 500,
  });
  api.onWrite = () => 201;
  const { drain } = await newDrain(api);
  expect(await drain.step(machine([]))).toBe(
    `drains: 1 pod is to leave: shop/cart (it refuses to POST /api/v1/namespaces/shop/pods/cart/eviction: ${message} (HTTP 500))`,
  );
});
