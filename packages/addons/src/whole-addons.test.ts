// SPDX-License-Identifier: Apache-2.0
import { mirrorImage, releases } from '@strata/contracts';
import { listImages } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import { excessiveRights, imagesIn, ofType, recordProgram, strayImages } from '@strata/testing';
import type { Excess, Recording } from '@strata/testing';
import { Addons, loadOperators } from './index.ts';
import type { OperatorName } from './index.ts';
import { podSecurity } from './pod-security.ts';
import { testPolicy } from './test-policy.ts';

const timeout = 120_000;

const mirror = 'registry.example.org:5000/mirror';

/** Texts that look like images outside of the mirror but are not pulled. */
const notPulled: readonly { readonly path: RegExp; readonly reason: string }[] = [
  {
    path: /^addons-gpu-operator\/ClusterPolicy\/cluster-policy\..*\.image: [a-z0-9-]+$/,
    reason: 'the last part of an image; its registry is in the field repository, in the mirror',
  },
  {
    path: /^addons-gpu-operator\/CustomResourceDefinition\/nvidiadrivers\..*\.default: /,
    reason: 'for objects of a kind that nobody makes: the ClusterPolicy installs no driver',
  },
];

/** Excessive rights of upstream operators that are accepted, with the reasons. */
const tolerated: readonly (Excess & { readonly reason: string; readonly source: string })[] = [
  {
    object: 'ClusterRole/sriov-network-operator',
    right: 'gives-rights',
    reason: 'it makes the roles of its device plugins and webhooks itself, and may write any',
    source:
      'https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/deployment/sriov-network-operator-chart/templates/clusterrole.yaml',
  },
  {
    object: 'Role/sriov-network-operator/sriov-network-operator',
    right: 'gives-rights',
    reason: 'the same, in its own namespace',
    source:
      'https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/deployment/sriov-network-operator-chart/templates/role.yaml',
  },
];

const objects = ({ resources }: Recording<unknown>) =>
  resources
    .filter(({ custom }) => custom)
    .map(({ inputs }) => inputs as unknown as KubernetesObject);

const unique = (values: readonly string[]) => [...new Set(values)].sort();

describe.each(releases)('all operators of release $name', (release) => {
  const manifests = loadOperators(Object.keys(release.optional) as OperatorName[], release);
  let recording: Recording<Addons>;
  beforeAll(async () => {
    recording = await recordProgram(
      () =>
        new Addons('addons', {
          environment: 'sandbox',
          manifests,
          registryMirror: mirror,
          sriovPolicies: [testPolicy],
        }),
    );
  }, timeout);

  test('pull no image from outside of the mirror', () => {
    const found = recording.resources.flatMap((one) => strayImages(one, mirror));
    expect(found.filter((one) => notPulled.every(({ path }) => !path.test(one)))).toEqual([]);
    const composed = listImages(objects(recording));
    expect(composed.filter((image) => !image.startsWith(`${mirror}/`))).toEqual([]);
  });

  test('run the images that the bundle of the release has', () => {
    const bundled = [...manifests.values()].flatMap(({ images }) => images);
    const named = [...recording.resources.flatMap(imagesIn), ...listImages(objects(recording))];
    expect(unique(named)).toEqual(unique(bundled.map((image) => mirrorImage(image, mirror))));
  });

  // Proves: installation.least-rights
  test('have no excessive rights except the accepted ones', () => {
    const found = recording.resources.flatMap(excessiveRights);
    expect(found.map(({ object, right }) => `${right}: ${object}`).sort()).toEqual(
      tolerated.map(({ object, right }) => `${right}: ${object}`).sort(),
    );
  });

  test('run in namespaces with the Pod Security levels of the table', () => {
    const namespaces = ofType(recording, 'kubernetes:core/v1:Namespace').map(({ inputs }) => {
      const { name, labels } = inputs.metadata as { name: string; labels: Record<string, string> };
      return [name, labels['pod-security.kubernetes.io/enforce']];
    });
    const table = Object.entries(podSecurity).map(([name, { level }]) => [name, level]);
    expect(namespaces.sort()).toEqual(table.sort());
  });
});

test('every namespace has a reason for its Pod Security level', () => {
  for (const { reason } of Object.values(podSecurity)) expect(reason).not.toBe('');
});
