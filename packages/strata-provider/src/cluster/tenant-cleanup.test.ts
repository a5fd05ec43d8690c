// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { fakeApi, kubeconfigFor, marked, ResourceLife, type FakeApi } from '../testing/index.ts';

const namespaced = (plural: string, name: string) => `/api/v1/namespaces/apps/${plural}/${name}`;

const lists = {
  services: '/api/v1/services',
  persistentvolumeclaims: '/api/v1/persistentvolumeclaims',
  persistentvolumes: '/api/v1/persistentvolumes',
  pods: '/api/v1/pods',
  classes: '/apis/storage.k8s.io/v1/storageclasses',
  contents: '/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents',
} as const;

/** Fills a cluster with objects of each kind that the cleanup must delete, and of each kind that it must keep. */
function fill(api: FakeApi): void {
  const metadata = (name: string, more: object = {}) => ({
    name,
    uid: `uid of ${name}`,
    namespace: 'apps',
    ...more,
  });
  const owner = (kind: string, name: string, apiVersion = 'apps/v1') => ({
    ownerReferences: [{ apiVersion, kind, name, controller: true }],
  });
  const claimVolume = (claimName: string) => ({
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }, { name: 'tmp' }],
  });
  const volume = (name: string, driver: string, persistentVolumeReclaimPolicy: string) => ({
    metadata: { name },
    spec: { csi: { driver }, persistentVolumeReclaimPolicy },
  });
  const set = (path: string, ...items: readonly object[]) => api.objects.set(path, { items });
  api.objects.set('/version', { gitVersion: 'v1.35.4' });
  set(
    lists.services,
    { metadata: metadata('web'), spec: { type: 'LoadBalancer' } },
    { metadata: metadata('db'), spec: { type: 'ClusterIP' } },
  );
  set(
    lists.classes,
    { metadata: metadata('fast'), provisioner: 'csi.kubevirt.io' },
    { metadata: metadata('nfs'), provisioner: 'nfs.csi.k8s.io' },
  );
  set(
    lists.persistentvolumeclaims,
    { metadata: metadata('data-0'), spec: { storageClassName: 'fast', volumeName: 'pvc-0' } },
    { metadata: metadata('static'), spec: { storageClassName: '', volumeName: 'pvc-1' } },
    { metadata: metadata('share'), spec: { storageClassName: 'nfs', volumeName: 'pvc-2' } },
  );
  set(
    lists.persistentvolumes,
    volume('pvc-0', 'csi.kubevirt.io', 'Delete'),
    volume('pvc-1', 'csi.kubevirt.io', 'Retain'),
    volume('pvc-2', 'nfs.csi.k8s.io', 'Delete'),
  );
  set(
    lists.pods,
    { metadata: metadata('db-0', owner('StatefulSet', 'db')), spec: claimVolume('data-0') },
    { metadata: metadata('job', owner('Runner', 'r', 'x/v1')), spec: claimVolume('static') },
    { metadata: metadata('web-1'), spec: claimVolume('share') },
  );
  set(lists.contents, {
    metadata: { name: 'snap-0' },
    spec: {
      driver: 'csi.kubevirt.io',
      deletionPolicy: 'Delete',
      volumeSnapshotRef: { name: 'nightly', namespace: 'apps' },
    },
  });
  api.objects.set('/apis/apps/v1/namespaces/apps/statefulsets/db', {
    metadata: metadata('db', owner('Database', 'main', 'db.example.org/v1')),
  });
  for (const path of [
    namespaced('services', 'web'),
    namespaced('persistentvolumeclaims', 'data-0'),
    namespaced('persistentvolumeclaims', 'static'),
    namespaced('pods', 'db-0'),
    namespaced('pods', 'job'),
    '/apis/snapshot.storage.k8s.io/v1/namespaces/apps/volumesnapshots/nightly',
  ]) {
    api.objects.set(path, {});
  }
}

function deletions(api: FakeApi): string[] {
  const { requests } = api;
  const deleted = requests.filter((request) => request.startsWith('DELETE '));
  return [...new Set(deleted.map((request) => request.slice('DELETE '.length)))].toSorted();
}

/** Empties all lists after the first deletion, as if the controllers had done their work. */
function emptyWhenAsked(api: FakeApi, request: string): void {
  if (request !== 'DELETE /api/v1/namespaces/apps/services/web') return;
  setImmediate(() => {
    for (const path of Object.values(lists)) api.objects.set(path, { items: [] });
  });
}

test('does nothing until it is deleted', async () => {
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  const kubeconfig = kubeconfigFor('http://127.0.0.1:1');
  await resource.create({ kubeconfig, volumes: 'retain' });
  expect(resource.state).toEqual({
    inputs: {
      kubeconfig: marked(kubeconfig),
      volumes: 'retain',
      whenUnreachable: 'fail',
      timeoutSeconds: 600,
    },
    outputs: {},
  });
  await resource.update({ kubeconfig: `${kubeconfig} `, volumes: 'delete' });
  expect(resource.state.inputs.volumes).toBe('delete');
});

// Proves: drains-and-updates.deletion
test('deletes only LoadBalancer Services when volumes are retained', async () => {
  await using api = await fakeApi();
  fill(api);
  api.afterRequest = (request) => emptyWhenAsked(api, request);
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  await resource.create({ kubeconfig: api.kubeconfig, volumes: 'retain' });
  await resource.delete();
  expect(deletions(api)).toEqual(['/api/v1/namespaces/apps/services/web']);
  expect(resource.work.statuses).toEqual(['still there: Service apps/web (0 s)']);
});

// Proves: drains-and-updates.deletion
test('deletes claims and snapshots of its CSI driver with the pods and workloads that use them, and nothing else', async () => {
  await using api = await fakeApi();
  fill(api);
  // The operator makes its StatefulSet again at once, so the next look finds it, too.
  api.onWrite = ({ path }) => (path.endsWith('/statefulsets/db') ? 200 : undefined);
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  const inputs = { kubeconfig: api.kubeconfig, volumes: 'delete', timeoutSeconds: 1 };
  await resource.create(inputs);
  await expect(resource.delete()).rejects.toThrow(
    `the user cluster at ${api.url} was not cleaned up within 1 s: still there: ` +
      'Service apps/web; ' +
      'claim apps/data-0, mounted by pod apps/db-0, which Database main makes; ' +
      'claim apps/static, mounted by pod apps/job, which Runner r makes; ' +
      'volume pvc-0; snapshot snap-0. ' +
      'See why in the cluster, and run the same command again to go on',
  );
  expect(deletions(api)).toEqual([
    '/api/v1/namespaces/apps/persistentvolumeclaims/data-0',
    '/api/v1/namespaces/apps/persistentvolumeclaims/static',
    '/api/v1/namespaces/apps/pods/db-0',
    '/api/v1/namespaces/apps/pods/job',
    '/api/v1/namespaces/apps/services/web',
    '/apis/apps/v1/namespaces/apps/statefulsets/db',
    '/apis/snapshot.storage.k8s.io/v1/namespaces/apps/volumesnapshots/nightly',
  ]);
});

// Proves: drains-and-updates.deletion
test('still says what makes a pod when its workload is gone', async () => {
  await using api = await fakeApi();
  fill(api);
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  const inputs = { kubeconfig: api.kubeconfig, volumes: 'delete', timeoutSeconds: 1 };
  await resource.create(inputs);
  await expect(resource.delete()).rejects.toThrow(
    'claim apps/data-0, mounted by pod apps/db-0, which Database main makes; ',
  );
  const workload = '/apis/apps/v1/namespaces/apps/statefulsets/db';
  expect(api.objects.has(workload)).toBe(false);
  expect(deletions(api).filter((path) => path === workload)).toEqual([workload]);
});

// Proves: drains-and-updates.deletion
test('names the node that is not Ready, on which a pod does not end, and how to go on without it', async () => {
  await using api = await fakeApi();
  fill(api);
  const ready = (status: string) => ({ conditions: [{ type: 'Ready', status }] });
  const nodes = [
    { metadata: { name: 'md-a-0' }, status: ready('True') },
    { metadata: { name: 'md-a-1' }, status: ready('Unknown') },
  ];
  api.objects.set('/api/v1/nodes', { items: nodes });
  const pod = (name: string, nodeName: string, claimName: string) => ({
    metadata: { name, namespace: 'apps', deletionTimestamp: 'now' },
    spec: { nodeName, volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] },
  });
  const pods = [pod('here', 'md-a-0', 'data-0'), pod('away', 'md-a-1', 'static')];
  api.objects.set(lists.pods, { items: pods });
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  const inputs = { kubeconfig: api.kubeconfig, volumes: 'delete', timeoutSeconds: 1 };
  await resource.create(inputs);
  await expect(resource.delete()).rejects.toThrow(
    `the user cluster at ${api.url} was not cleaned up within 1 s: still there: ` +
      'Service apps/web; ' +
      'claim apps/data-0, mounted by pod apps/here; ' +
      'claim apps/static, mounted by pod apps/away on node md-a-1, which is not Ready; ' +
      'volume pvc-0; snapshot snap-0. ' +
      'See why in the cluster, and run the same command again to go on. Pods do not end on a node that is ' +
      'not Ready: bring back md-a-1. If that is not possible, the claims must go with the infra ' +
      'cluster\'s namespace: forget about the cleanup with "pulumi -C packages/try state ' +
      "delete --stack dev 'urn:pulumi:dev::try::strata:cluster:Thing::thing'\"; then run this again " +
      '(docs/runbooks/delete-cluster.md#the-api-is-dead)',
  );
});

test('is done at once when there is nothing to delete', async () => {
  await using api = await fakeApi();
  api.objects.set('/version', {});
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  await resource.create({ kubeconfig: api.kubeconfig, volumes: 'delete' });
  await resource.delete();
  expect(deletions(api)).toEqual([]);
});

// Proves: drains-and-updates.deletion
test('says what to do when the cluster cannot be reached', async () => {
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  await resource.create({ kubeconfig: kubeconfigFor('http://127.0.0.1:1'), volumes: 'delete' });
  await expect(resource.delete()).rejects.toThrow(
    'the user cluster at http://127.0.0.1:1 cannot be reached to clean it up: ' +
      'connection refused: nothing listens there. Bring its API back and run this again. ' +
      'If it is lost, what its LoadBalancer Services and volumes made in the infra ' +
      "cluster's namespace must go with the namespace or by hand: set try:deletion.unreachable to " +
      '"skip" and bring the stack up, or forget about the cleanup with "pulumi -C packages/try state ' +
      "delete --stack dev 'urn:pulumi:dev::try::strata:cluster:Thing::thing'\"; then run this again " +
      '(docs/runbooks/delete-cluster.md#the-api-is-dead)',
  );
});

test('skips the cleanup of a cluster that cannot be reached when whenUnreachable is skip', async () => {
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  const kubeconfig = kubeconfigFor('http://127.0.0.1:1');
  await resource.create({ kubeconfig, volumes: 'delete', whenUnreachable: 'skip' });
  await resource.delete();
  expect(resource.work.infos).toEqual([
    'skipped, nothing was cleaned up: the API at http://127.0.0.1:1 gives ' +
      'connection refused: nothing listens there',
  ]);
});

test('says what to do when its credentials are refused', async () => {
  await using api = await fakeApi();
  api.objects.set('/version', 401);
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  await resource.create({ kubeconfig: api.kubeconfig, volumes: 'delete', whenUnreachable: 'skip' });
  await expect(resource.delete()).rejects.toThrow(
    `the user cluster at ${api.url} does not let Strata clean it up: ` +
      'it refuses to GET /version: HTTP 401. ' +
      'pulumi up renews the credentials that are in the state',
  );
});

test('names what is wrong with its inputs', () => {
  const resource = new ResourceLife(resourceTypes.tenantCleanup);
  expect(resource.problems({ kubeconfig: 'x', volumes: 'keep' })).toEqual([
    { property: 'volumes', reason: 'must be delete or retain' },
  ]);
});
