// SPDX-License-Identifier: Apache-2.0
import { endedAfterEach, named, recordProgram, testCluster } from '@strata/testing';
import { DestroyGuard, refuseWhileUsed } from './destroy-guard.ts';

const startCluster = endedAfterEach(testCluster);

const list = (...items: object[]) => ({ items: items.map((metadata) => ({ metadata })) });

/** Returns the kubeconfig of a cluster that has these objects and no others. */
const cluster = async (objects: Readonly<Record<string, object>>): Promise<string> =>
  (await startCluster(objects)).kubeconfig;

const question = { environment: 'sandbox', ownNamespaces: ['golden-images'] };

test('allows the destroy of a platform that has nothing but its own images', async () => {
  const kubeconfig = await cluster({
    '/apis/cdi.kubevirt.io/v1beta1/datavolumes': list({
      name: 'ubuntu',
      namespace: 'golden-images',
    }),
    '/apis/kubevirt.io/v1/virtualmachines': list(),
  });
  await expect(refuseWhileUsed({ ...question, kubeconfig })).resolves.toBeUndefined();
});

// Proves: installation.destroy-spares-vms
test('names what still runs on the platform and how to destroy the user clusters', async () => {
  const machines = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `md-${n}`, namespace: 'cluster-demo' }));
  const kubeconfig = await cluster({
    '/apis/kubevirt.io/v1/virtualmachines': list(...machines),
    '/apis/cdi.kubevirt.io/v1beta1/datavolumes': list({ name: 'disk', namespace: 'cluster-demo' }),
    '/api/v1/namespaces?labelSelector=cluster.x-k8s.io/cluster-name': list({
      name: 'cluster-demo',
      labels: { 'cluster.x-k8s.io/cluster-name': 'demo' },
    }),
  });
  await expect(refuseWhileUsed({ ...question, kubeconfig })).rejects.toThrow(
    new Error(
      [
        'the platform of sandbox is in use; nothing was deleted.',
        'On it:',
        '  data volume cluster-demo/disk',
        '  virtual machine cluster-demo/md-1',
        '  virtual machine cluster-demo/md-2',
        '  virtual machine cluster-demo/md-3',
        '  virtual machine cluster-demo/md-4',
        '  and 2 more',
        'Destroy its user clusters first; docs/runbooks/delete-cluster.md says how to end their protection before that:',
        '  pulumi -C packages/user-cluster destroy --stack sandbox.demo',
        'If a stack is destroyed already and its namespace is left (deletion.volumes: retain), kubectl delete namespace cluster-<name> deletes its volumes.',
      ].join('\n'),
    ),
  );
});

test('keeps a record of the release that contains no credentials', async () => {
  const recording = await recordProgram(
    () =>
      new DestroyGuard('platform-guard', {
        ...question,
        namespace: 'kubevirt',
        release: 'v1.8',
        kubeconfig: 'hush',
      }),
  );
  expect(named(recording, 'platform-guard-record').inputs).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'strata-platform',
      namespace: 'kubevirt',
      labels: { 'app.kubernetes.io/managed-by': 'strata', 'strata.dev/environment': 'sandbox' },
      annotations: { 'pulumi.com/patchFieldManager': 'strata', 'strata.dev/release': 'v1.8' },
    },
  });
});
