// SPDX-License-Identifier: Apache-2.0
import { findRelease, releases, supportsKubernetes } from '@strata/contracts';
import type { InstalledOperator } from '../cluster/cluster-facts.ts';
import { bareCluster } from '../cluster/test-cluster-facts.ts';
import { checkRelease } from './check-release.ts';
import { releaseNamed } from './load-release.ts';

const running = (observed: string | undefined, target = observed): InstalledOperator => ({
  observed,
  target,
});

function messages(release: string, kubevirt: InstalledOperator | undefined, kubernetes = '1.34.4') {
  const cluster = { ...bareCluster, kubernetes, kubevirt };
  return checkRelease({ release }, { release: findRelease(release), cluster }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

test.each<[string, InstalledOperator | undefined]>([
  ['v1.7', undefined],
  ['v1.8', undefined],
  ['v1.8', running('1.8.4')],
  ['v1.8', running('1.8.2')],
  ['v1.8', running('1.7.2')],
  ['v1.8', running('1.7.2', '1.8.4')],
  ['v1.8', running(undefined, '1.8.4')],
  ['v1.8', running(undefined)],
  ['v1.9', running('1.8.4')],
])('allows %s to be installed on %j', (release, kubevirt) => {
  expect(messages(release, kubevirt)).toEqual([]);
});

test('does not judge a cluster that cannot be read', () => {
  const context = { release: findRelease('v1.9'), cluster: undefined };
  expect(checkRelease({ release: 'v1.9' }, context)).toEqual([]);
});

// Proves: upgrades.one-step
test('refuses to skip a release, and names the path that works', () => {
  expect(messages('v1.9', running('1.7.2'))).toEqual([
    'release: v1.7 is installed, and v1.9 is more than one update away; go by release v1.8, then ' +
      'release v1.9, one update after the other',
  ]);
});

// Proves: upgrades.no-way-back
test('refuses to go back to an older release', () => {
  expect(messages('v1.8', running('1.9.0'))).toEqual([
    'release: KubeVirt 1.9.0 is installed and cannot go back to 1.8.4; set release v1.9',
  ]);
  expect(messages('v1.8', running('1.8.7'))).toEqual([
    'release: KubeVirt 1.8.7 is installed and cannot go back to 1.8.4; set release v1.8 in a newer checkout',
  ]);
});

// Proves: upgrades.interrupted
test('refuses another release while an update is under way', () => {
  expect(messages('v1.7', running('1.7.2', '1.8.4'))).toEqual([
    'release: the update from v1.7 to v1.8 is under way; let it finish with release v1.8 first',
  ]);
  expect(messages('v1.9', running('1.7.2', '1.8.4'))).toEqual([
    'release: the update from v1.7 to v1.8 is under way; let it finish with release v1.8 first',
  ]);
});

// Proves: infra-cluster.supported-kubernetes
test('refuses a Kubernetes that the release does not support, and names the path that works', () => {
  const fitting = releases.filter((release) => supportsKubernetes(release, '1.35'));
  expect(fitting.slice(0, 2).map(({ name }) => name)).toEqual(['v1.8', 'v1.9']);
  expect(messages('v1.7', undefined, '1.35.4')).toEqual([
    'release: release v1.7 runs on Kubernetes 1.32 to 1.34, the infra cluster has 1.35.4; ' +
      `on Kubernetes 1.35 choose ${fitting.map(({ name }) => name).join(' or ')}`,
  ]);
  expect(messages('v1.8', running('1.7.2'), '1.32.9')).toEqual([
    'release: release v1.8 runs on Kubernetes 1.33 to 1.35, the infra cluster has 1.32.9; ' +
      'go by Kubernetes 1.33, then release v1.8, one update after the other',
  ]);
  expect(messages('v1.9', undefined, '1.37.0')).toEqual([
    'release: release v1.9 runs on Kubernetes 1.34 to 1.35, the infra cluster has 1.37.0; ' +
      'no release runs on Kubernetes 1.37',
  ]);
});

test('refuses to guess which release an unknown KubeVirt belongs to', () => {
  expect(messages('v1.8', running('1.5.2'))).toEqual([
    `release: KubeVirt 1.5.2 is installed, which is of no known release (${releases.map(({ name }) => name).join(', ')}); bring ` +
      'it to the nearest of them by hand, one minor at a time',
  ]);
  expect(messages('v1.8', running('1.5.2'), '1.36.0')[1]).toBe(
    'release: release v1.8 runs on Kubernetes 1.33 to 1.35, the infra cluster has 1.36.0; ' +
      'no release runs on Kubernetes 1.36',
  );
});

test('refuses a release of which two parts do not go together', () => {
  const v18 = releaseNamed('v1.8');
  const components = { ...v18.components, cdi: { ...v18.components.cdi, version: '1.60.0' } };
  const context = {
    release: { ...v18, components },
    cluster: { ...bareCluster, kubernetes: '1.34.4' },
  };
  expect(checkRelease({ release: 'v1.8' }, context)).toEqual([
    {
      path: ['release'],
      message:
        'KubeVirt 1.8.4 and CDI 1.60.0 do not go together: no release has both; tested are KubeVirt 1.7 with CDI 1.64, KubeVirt 1.8 with CDI 1.65, KubeVirt 1.9 with CDI 1.65',
    },
  ]);
});

test('refuses a release that does not exist, with the nearest name', () => {
  const wrong = (release: string) =>
    checkRelease({ release }, { release: undefined, cluster: bareCluster });
  expect(wrong('v18')).toEqual([
    { path: ['release'], message: 'no release "v18"; did you mean "v1.8"?' },
  ]);
  expect(checkRelease({}, { release: undefined, cluster: bareCluster })).toEqual([]);
});
