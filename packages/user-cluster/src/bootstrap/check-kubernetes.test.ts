// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import type { Change } from '../test-context.ts';
import { testContext, testPlatform } from '../test-context.ts';
import { checkKubernetes } from './index.ts';

const kubernetes = { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };
const pool = {
  name: 'md-a',
  replicas: 1,
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
};
const check = (change: Change) => checkKubernetes(testContext(change));

test('accepts a supported version and a pool one minor behind', () => {
  expect(check({ kubernetes, pools: [{ ...pool, kubernetesVersion: '1.34.9' }] })).toEqual([]);
});

test('reports nothing about missing keys, which have problems of their own', () => {
  expect(checkKubernetes({ ...testContext(), config: {} })).toEqual([]);
});

// Proves: drains-and-updates.kubernetes-update, drains-and-updates.versions
test('lists the supported minors for an unsupported one', () => {
  expect(check({ kubernetes: { ...kubernetes, version: '1.33.2' } })).toEqual([
    {
      path: ['kubernetes', 'version'],
      message:
        'Kubernetes 1.33 is not supported; did you mean "1.34"? Tested are 1.34.4 and 1.35.4',
    },
  ]);
});

const newer = 'a node must not be newer than the API; update the control plane first';

// Proves: drains-and-updates.kubernetes-update
test.each([
  ['1.35.5', newer],
  ['1.36.0', newer],
  ['1.33.4', 'a pool may stay one minor behind; update the pool first'],
])('refuses a pool at %s', (kubernetesVersion, reason) => {
  expect(check({ kubernetes, pools: [{ ...pool, kubernetesVersion }] })).toEqual([
    {
      path: ['pools', 0, 'kubernetesVersion'],
      message: `Kubernetes of a pool, ${kubernetesVersion}, and of its control plane, 1.35.4, do not go together: ${reason}`,
    },
  ]);
});

// Proves: drains-and-updates.kubernetes-update, drains-and-updates.versions
test('refuses a pool one minor behind that is not supported any more', () => {
  const pools = [{ ...pool, kubernetesVersion: '1.33.9' }];
  expect(check({ kubernetes: { ...kubernetes, version: '1.34.4' }, pools })).toEqual([
    {
      path: ['pools', 0, 'kubernetesVersion'],
      message:
        'Kubernetes 1.33 is not supported; did you mean "1.34"? Tested are 1.34.4 and 1.35.4',
    },
  ]);
});

test('refuses more pods on a node than it has addresses for', () => {
  const change = (maxPods: number, type: string) => ({
    kubernetes: { ...kubernetes, kubelet: { maxPods } },
    cni: { type },
  });
  expect(check(change(251, 'cilium'))).toEqual([
    {
      path: ['kubernetes', 'kubelet', 'maxPods'],
      message: 'a node has a /24 of podCidr, and no addresses for 251 pods; take 250 or fewer',
    },
  ]);
  expect(check(change(250, 'cilium'))).toEqual([]);
  expect(check(change(251, 'none'))).toEqual([]);
});

test('refuses an operating system that is too old, at the key of its image', () => {
  const context = testContext({ kubernetes });
  const goldenImages = testPlatform.goldenImages.map((image) => ({ ...image, version: '20.04' }));
  const problems = checkKubernetes({ ...context, platform: { ...testPlatform, goldenImages } });
  expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(
    ['controlPlane', 'pools.0'].flatMap((path) => [
      `${path}.rootDisk.image: Kubernetes of the user cluster 1.35.4 and ubuntu 20.04 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image`,
      `${path}.rootDisk.image: Cilium 1.20.2 and ubuntu 20.04 do not go together: Cilium needs Linux 5.10 or later, this system has an older one; take a newer image`,
    ]),
  );
});

// Proves: drains-and-updates.versions
test("an old image that no machine boots from is nobody's problem", () => {
  const [image] = testPlatform.goldenImages;
  if (image === undefined) throw new Error('the platform has no image');
  const goldenImages = [{ ...image, name: 'old', version: '20.04' }, ...testPlatform.goldenImages];
  const context = testContext({ kubernetes });
  expect(checkKubernetes({ ...context, platform: { ...testPlatform, goldenImages } })).toEqual([]);
});

test('accepts an operating system that needs care alone', () => {
  const context = testContext({ kubernetes });
  const goldenImages = testPlatform.goldenImages.map((image) => ({
    ...image,
    os: 'debian',
    version: '11',
  }));
  expect(checkKubernetes({ ...context, platform: { ...testPlatform, goldenImages } })).toEqual([]);
});

test('reports once, at the version of the cluster, what does not fit it in the release of the platform', () => {
  const { images } = releases.find(({ name }) => name === testPlatform.release) ?? {};
  if (images === undefined) throw new Error('there is no such release');
  const manager = 'cloud-controller-manager';
  const own = images[manager];
  Object.assign(images, { [manager]: { ...own, image: 'registry.example.org/ccm:v0.5.1' } });
  const problems = check({ kubernetes, pools: [pool] });
  // Of a release that nobody knows, nothing is known.
  const context = testContext({ kubernetes, pools: [pool] });
  const platform = { ...testPlatform, release: 'v0.1' };
  const unknown = checkKubernetes({ ...context, platform });
  Object.assign(images, { [manager]: own });
  expect(problems).toEqual([
    {
      path: ['kubernetes', 'version'],
      message:
        'the cloud controller manager 0.5.1 and Kubernetes of the user cluster 1.35.4 do not go together: it has libraries of Kubernetes that are years old, and knows nothing of EndpointSlices; take 0.6.0',
    },
  ]);
  expect(unknown).toEqual([]);
});

// Proves: machines.labels-taints
test('refuses labels with which a kubelet does not start', () => {
  const labels = {
    'node-role.kubernetes.io/web': '',
    'node.kubernetes.io/pool': 'a',
    'topology.kubernetes.io/zone': 'a',
    'example.org/tier': 'web',
    plain: 'yes',
    'team.k8s.io/name': 'x',
  };
  expect(check({ pools: [{ ...pool, labels }] })).toEqual(
    ['node-role.kubernetes.io/web', 'team.k8s.io/name'].map((key) => ({
      path: ['pools', 0, 'labels', key],
      message:
        `the kubelet of pool "md-a" refuses to start with the label "${key}": labels of ` +
        'kubernetes.io and k8s.io belong to Kubernetes; take a prefix of your own, or ' +
        'node.kubernetes.io',
    })),
  );
});

// Proves: access.kubeconfigs
test('refuses repeated names', () => {
  const person = { name: 'ann', role: 'view' };
  const registry = { registry: 'docker.io', endpoint: 'https://hub.example.org' };
  const others = [person, { ...person, name: 'ben' }];
  expect(check({ kubernetes: { ...kubernetes, kubeconfigs: others } })).toEqual([]);
  expect(
    check({
      kubernetes: {
        ...kubernetes,
        kubeconfigs: [person, person],
        registries: [registry, registry],
      },
    }),
  ).toEqual([
    {
      path: ['kubernetes', 'kubeconfigs', 1, 'name'],
      message:
        'there is another kubeconfig "ann"; each name is a user of the cluster, so take another',
    },
    {
      path: ['kubernetes', 'registries', 1, 'registry'],
      message: '"docker.io" has a mirror already',
    },
  ]);
});
