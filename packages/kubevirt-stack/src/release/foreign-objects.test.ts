// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { endedAfterEach, testCluster } from '@strata/testing';
import { smallRelease } from '../test-manifests.ts';
import { objectKinds, refuseForeignObjects } from './foreign-objects.ts';
import { loadRelease } from './load-release.ts';

const startCluster = endedAfterEach(testCluster);

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const record = '/api/v1/namespaces/kubevirt-system/configmaps/strata-platform';

/** Returns an object that these programs have written, in this order. */
const object = (name: string, managers: readonly string[], labels = {}) => ({
  metadata: { name, labels, managedFields: managers.map((manager) => ({ manager })) },
});
/**
 * Returns an object as a first update makes it: under the provider's own name; under Strata's only once an
 * update changes it.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/await/await.go (Creation)
 */
const madeByStrata = (name: string, labels = {}) => {
  const { metadata } = object(name, ['pulumi-kubernetes', 'kube-apiserver'], labels);
  return { metadata: { ...metadata, annotations: { 'pulumi.com/patchFieldManager': 'strata' } } };
};
const list = (...items: object[]) => ({ items });

/** Asks a cluster with these objects and no others whether the platform of "lab" may be made. */
const ask = async (objects: Readonly<Record<string, object>>): Promise<void> => {
  const { kubeconfig } = await startCluster(objects);
  await refuseForeignObjects({ environment: 'lab', release: smallRelease(), kubeconfig });
};

test('an empty cluster may become a platform', async () => {
  await expect(ask({})).resolves.toBeUndefined();
});

// Proves: installation.all-mistakes-first
test('names each definition and namespace that somebody else has made, and its owner', async () => {
  const charted = object('monitoring', ['helm'], { 'app.kubernetes.io/managed-by': 'Helm' });
  const asked = ask({
    [definitions]: list(
      object('prometheusrules.monitoring.coreos.com', ['kube-apiserver', 'kubectl']),
      object('servicemonitors.monitoring.coreos.com', ['helm']),
      object('carts.example.org', ['helm']),
    ),
    '/api/v1/namespaces': list(charted, object('shop', ['kubectl']), object('metallb-system', [])),
  });
  await expect(asked).rejects.toThrow(
    [
      'the infra cluster has what the platform of "lab" would make, and it is of others:',
      '  CustomResourceDefinition prometheusrules.monitoring.coreos.com, of kubectl',
      '  CustomResourceDefinition servicemonitors.monitoring.coreos.com, of helm',
      '  Namespace metallb-system, of somebody else',
      '  Namespace monitoring, of Helm',
      'Uninstall what these belong to, or take another cluster: docs/bare-metal.md#an-existing-cluster',
    ].join('\n'),
  );
});

// Proves: installation.all-mistakes-first
test('names each object of others in a namespace that is not of others, as in kube-system', async () => {
  const asked = ask({
    '/apis/apps/v1/namespaces/kube-system/daemonsets': list(
      object('kube-multus-ds', ['helm']),
      object('kube-proxy', ['kubeadm']),
    ),
    '/api/v1/namespaces': list(object('cdi-system', ['kubectl'])),
    '/apis/apps/v1/namespaces/cdi-system/deployments': list(object('operator', ['kubectl'])),
    '/api/v1/namespaces/kubevirt-system/serviceaccounts': list(madeByStrata('operator')),
  });
  await expect(asked).rejects.toThrow(
    [
      'the infra cluster has what the platform of "lab" would make, and it is of others:',
      '  DaemonSet kube-system/kube-multus-ds, of helm',
      '  Namespace cdi-system, of kubectl',
      'Uninstall what these belong to, or take another cluster: docs/bare-metal.md#an-existing-cluster',
    ].join('\n'),
  );
});

/** Asks whether a platform may be made whose Multus is these objects. */
const askFor = async (
  objects: ReturnType<typeof smallRelease>['multus']['objects'],
  cluster: Readonly<Record<string, object>>,
): Promise<void> => {
  const manifests = smallRelease();
  const release = { ...manifests, multus: { ...manifests.multus, objects } };
  const { kubeconfig } = await startCluster(cluster);
  await refuseForeignObjects({ environment: 'lab', release, kubeconfig });
};

test('an object of a kind that is not looked at is not asked for', async () => {
  const brew = { apiVersion: 'example.org/v1', kind: 'Brew', metadata: { name: 'mine' } };
  await expect(askFor([brew], {})).resolves.toBeUndefined();
});

test('an object of others that has the name of a namespace hides nothing in that namespace', async () => {
  const rbac = 'rbac.authorization.k8s.io/v1';
  const asked = askFor(
    [
      { apiVersion: rbac, kind: 'ClusterRole', metadata: { name: 'kube-system' } },
      { apiVersion: rbac, kind: 'Role', metadata: { name: 'mine', namespace: 'kube-system' } },
    ],
    {
      [`/apis/${rbac}/clusterroles`]: list(object('kube-system', ['helm'])),
      [`/apis/${rbac}/namespaces/kube-system/roles`]: list(object('mine', ['kubectl'])),
    },
  );
  await expect(asked).rejects.toThrow(
    'others:\n  ClusterRole kube-system, of helm\n  Role kube-system/mine, of kubectl\nUninstall',
  );
});

test('all kinds of the real manifests are looked at', () => {
  const real = Object.values(releases).flatMap((release) =>
    Object.values(loadRelease(release)).flatMap(({ objects }) => objects.map(({ kind }) => kind)),
  );
  expect([...new Set(real)].filter((kind) => !(kind in objectKinds))).toEqual([]);
});

test('what an interrupted installation has made is its own', async () => {
  const own = madeByStrata('servicemonitors.monitoring.coreos.com');
  await expect(ask({ [definitions]: list(own) })).resolves.toBeUndefined();
});

test('what another program of Pulumi has made is not', async () => {
  const other = object('servicemonitors.monitoring.coreos.com', ['pulumi-kubernetes']);
  await expect(ask({ [definitions]: list(other) })).rejects.toThrow(
    '  CustomResourceDefinition servicemonitors.monitoring.coreos.com, of pulumi-kubernetes',
  );
});

test('an installed platform is asked for nothing, unless it is that of another environment', async () => {
  const installed = (environment: string) => ({
    [definitions]: list(object('servicemonitors.monitoring.coreos.com', ['helm'])),
    [record]: madeByStrata('strata-platform', { 'strata.dev/environment': environment }),
  });
  await expect(ask(installed('lab'))).resolves.toBeUndefined();
  await expect(ask(installed('production'))).rejects.toThrow(
    [
      'the infra cluster has what the platform of "lab" would make, and it is of others:',
      '  the platform of the environment "production" (ConfigMap strata-platform)',
      'Uninstall what these belong to, or take another cluster: docs/bare-metal.md#an-existing-cluster',
    ].join('\n'),
  );
});

// Proves: installation.all-mistakes-first
test.each([
  ['CustomResourceDefinition', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', ''],
  ['Namespace', '/api/v1/namespaces', ''],
  ['ClusterRole', '/apis/rbac.authorization.k8s.io/v1/clusterroles', ''],
  ['ClusterRoleBinding', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', ''],
  [
    'ValidatingWebhookConfiguration',
    '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    '',
  ],
  ['PriorityClass', '/apis/scheduling.k8s.io/v1/priorityclasses', ''],
  ['DaemonSet', '/apis/apps/v1/namespaces/kube-system/daemonsets', 'kube-system'],
  ['Deployment', '/apis/apps/v1/namespaces/kube-system/deployments', 'kube-system'],
  ['Role', '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles', 'kube-system'],
  [
    'RoleBinding',
    '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings',
    'kube-system',
  ],
  ['Service', '/api/v1/namespaces/kube-system/services', 'kube-system'],
  ['ServiceAccount', '/api/v1/namespaces/kube-system/serviceaccounts', 'kube-system'],
  ['ConfigMap', '/api/v1/namespaces/kube-system/configmaps', 'kube-system'],
  ['Secret', '/api/v1/namespaces/kube-system/secrets', 'kube-system'],
])('looks for a %s at %s', async (kind, path, namespace) => {
  const place = namespace === '' ? {} : { namespace };
  const objects = [{ apiVersion: 'v1', kind, metadata: { name: 'mine', ...place } }];
  const asked = askFor(objects, {
    [path]: list(object('other', ['helm']), object('mine', ['helm'])),
  });
  await expect(asked).rejects.toThrow(
    `others:\n  ${kind} ${namespace === '' ? '' : 'kube-system/'}mine, of helm\nUninstall`,
  );
});

/** Asks for an object with this metadata, and returns whose it is. */
async function ownerOf(metadata: object) {
  const name = 'servicemonitors.monitoring.coreos.com';
  const asked = ask({ [definitions]: list({ metadata: { name, ...metadata } }) });
  const message = await asked.then(
    () => 'of nobody else',
    (error: unknown) => String(error),
  );
  return /, (of .*)\n|(of nobody else)/.exec(message)?.slice(1).join('');
}

test('the owner is the label of what manages an object, or who has first written it', async () => {
  const fields = (...managers: object[]) => ({ managedFields: managers });
  const label = { labels: { 'app.kubernetes.io/managed-by': 'Helm' } };
  expect(await ownerOf(fields({ manager: 'a' }, { manager: 'b' }))).toBe('of a');
  expect(await ownerOf({ ...fields({ manager: 'a' }), ...label })).toBe('of Helm');
  expect(await ownerOf(fields({ manager: 'a', subresource: 'status' }, { manager: 'b' }))).toBe(
    'of b',
  );
  const controlPlane = [{ manager: 'kube-apiserver' }, { manager: 'kube-controller-manager' }];
  expect(await ownerOf(fields(...controlPlane, { manager: 'b' }))).toBe('of b');
  expect(await ownerOf(fields(...controlPlane, {}))).toBe('of somebody else');
  expect(await ownerOf({})).toBe('of somebody else');
  const annotations = (owner: string) => ({ 'pulumi.com/patchFieldManager': owner });
  expect(await ownerOf({ annotations: annotations('other') })).toBe('of somebody else');
  expect(await ownerOf({ annotations: annotations('strata') })).toBe('of nobody else');
});

test('a record without a label is that of this environment', async () => {
  const installed = {
    [definitions]: list(object('servicemonitors.monitoring.coreos.com', ['helm'])),
    [record]: { metadata: { name: 'strata-platform' } },
  };
  await expect(ask(installed)).resolves.toBeUndefined();
});

test('without a Deployment of KubeVirt the record is in the namespace "kubevirt"', async () => {
  const manifests = smallRelease();
  const release = { ...manifests, kubevirt: { ...manifests.kubevirt, objects: [] } };
  const { kubeconfig } = await startCluster({
    '/api/v1/namespaces/kubevirt/configmaps/strata-platform': madeByStrata('strata-platform', {
      'strata.dev/environment': 'production',
    }),
  });
  await expect(refuseForeignObjects({ environment: 'lab', release, kubeconfig })).rejects.toThrow(
    '  the platform of the environment "production" (ConfigMap strata-platform)',
  );
});
