// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { testContext } from '../test-context.ts';
import { checkUpdate, newCluster, type RunningCluster } from './index.ts';

/** Returns the problems of an update of a cluster that runs these versions. */
function problems(wanted: string, running: RunningCluster | undefined) {
  const kubernetes = { version: wanted, podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };
  return checkUpdate({ ...testContext({ kubernetes }), running }).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );
}

const runs = (controlPlane: readonly string[], pools: Record<string, string> = {}) => ({
  controlPlane,
  pools,
  etcdDisks: [],
  lasting: {},
});

test.each([
  ['no version', '1.35.4', runs([])],
  ['the same version', '1.35.4', runs(['1.35.4'], { 'md-a': '1.35.4' })],
  ['the previous minor', '1.35.4', runs(['1.34.4'], { 'md-a': '1.34.4' })],
  ['an update that is half done', '1.35.4', runs(['1.35.4', '1.34.4'], { 'md-a': '1.34.4' })],
  ['a newer patch', '1.35.4', runs(['1.35.6'], { 'md-a': '1.35.6' })],
  ['unknown versions', '1.35.4', undefined],
  ['nothing, of a cluster that has not been made', '1.35.4', newCluster],
])('accepts a version after %s', (_, wanted, running) => {
  expect(problems(wanted, running)).toEqual([]);
});

test('a cluster that has not been made has no machines, no pools, no disks and no lasting values', () => {
  expect(newCluster).toEqual({ controlPlane: [], pools: {}, etcdDisks: [], lasting: {} });
});

// Proves: drains-and-updates.no-skipped-minor
test('refuses an update that skips minors, with the path that works', () => {
  expect(problems('1.35.4', runs(['1.33.2'], { 'md-a': '1.33.2' }))).toEqual([
    'kubernetes.version: the control plane runs Kubernetes 1.33.2, and an update goes one minor at a time: 1.34, then 1.35.4; the pools follow after each',
  ]);
  expect(problems('1.35.4', runs(['1.34.4', '1.33.2', '1.32.9']))).toEqual([
    'kubernetes.version: the control plane runs Kubernetes 1.32.9, and an update goes one minor at a time: 1.33, then 1.34, then 1.35.4; the pools follow after each',
  ]);
});

// Proves: drains-and-updates.no-skipped-minor
test('refuses an update back over a minor, even if only one machine has the newer one', () => {
  const message =
    "kubernetes.version: the control plane is at Kubernetes 1.35.4 and there is no way back to 1.34.4: etcd's data may hold what 1.34 cannot read; take 1.35.4, or another patch of 1.35";
  expect(problems('1.34.4', runs(['1.35.4']))).toEqual([message]);
  expect(problems('1.34.4', runs(['1.34.4', '1.35.4']))).toEqual([message]);
  expect(problems('1.34.4', runs(['1.34.4', '1.35.4', '1.34.4']))).toEqual([message]);
});

// Proves: drains-and-updates.no-skipped-minor
test('refuses a control plane that would leave pools too far behind', () => {
  expect(
    problems('1.35.4', runs(['1.34.4'], { 'md-a': '1.33.2', 'md-b': '1.34.4', 'md-c': '1.33.2' })),
  ).toEqual([
    'kubernetes.version: these pools are more than one minor behind 1.35.4: "md-a" (1.33.2), "md-c" (1.33.2); update them before the control plane',
  ]);
});
