// SPDX-License-Identifier: Apache-2.0
import { describeSteps, planUpgrade, releases } from './index.ts';

const way = (release: string | undefined, kubernetes: string, to: string) => {
  const steps = planUpgrade({ release, kubernetes }, to);
  return steps === undefined ? undefined : describeSteps(steps);
};

// Proves: upgrades.order
test.each([
  [undefined, '1.35', 'v1.8', 'release v1.8'],
  ['v1.8', '1.35', 'v1.8', ''],
  ['v1.7', '1.34', 'v1.8', 'release v1.8'],
  ['v1.7', '1.34', 'v1.9', 'release v1.8, then release v1.9'],
  ['v1.7', '1.32', 'v1.8', 'Kubernetes 1.33, then release v1.8'],
  ['v1.8', '1.33', 'v1.9', 'Kubernetes 1.34, then release v1.9'],
  [undefined, '1.31', 'v1.7', 'Kubernetes 1.32, then release v1.7'],
])('goes from %s on Kubernetes %s to %s by: %4$s', (release, kubernetes, to, expected) => {
  expect(way(release, kubernetes, to)).toBe(expected);
});

test.each([
  ['v1.9', '1.35', 'v1.8'],
  ['v1.8', '1.35', 'v1.7'],
  [undefined, '1.35', 'v1.7'],
  ['v1.8', '1.36', 'v1.9'],
  ['v1.8', '1.35', 'v2.0'],
])('finds no way from %s on Kubernetes %s to %s', (release, kubernetes, to) => {
  expect(way(release, kubernetes, to)).toBeUndefined();
});

test('every release but the oldest can be reached from the one before it', () => {
  for (const [index, { name, reachableFrom }] of releases.entries()) {
    expect({ name, reachableFrom }).toEqual({
      name,
      reachableFrom: index === 0 ? [] : [releases[index - 1]?.name],
    });
  }
});
