// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from '@strata/testing';
import { inspect, smallest } from './testing/test-stack-config.ts';

/** Returns what is wrong with another value at a place of the smallest configuration. */
const wrongAt = (place: string, value: unknown) =>
  inspect(withValueAt(smallest, place, value)).problems.map(({ message }) => message);

test('a release has a name', () => {
  expect(wrongAt('release', '')).toEqual(['expected the name of a release, got ""']);
});

test('labels of measurements have names that Prometheus takes', () => {
  for (const name of ['1a', 'a-b']) {
    expect(wrongAt('monitoring.prometheus.externalLabels', { [name]: 'b' })).toEqual([
      'wrong key; expected a label name',
    ]);
  }
});

test.each(['i440fx', 'xq35', 'xpc-q35'])('KubeVirt takes no machine type %s', (machineType) => {
  expect(wrongAt('preferences.0.machineType', machineType)).toEqual([
    'expected a machine type that KubeVirt takes: "q35", or one that begins with "pc-q35", such as "pc-q35-9.2", ' +
      `got "${machineType}"`,
  ]);
});

test('annotations of sizes have keys of Kubernetes and texts', () => {
  const place = 'instancetypes.0.annotations';
  expect(wrongAt(place, { '-a': 'b' })).toEqual(['wrong key; expected the key of an annotation']);
  expect(wrongAt(place, { a: 5 })).toEqual(['expected text, got 5; put it into quotes']);
});
