// SPDX-License-Identifier: Apache-2.0
import { featureGates, stateOf } from './feature-gates.ts';
import { releaseOf, resolveFeatureGates } from '../index.ts';

/** The list that guides for KubeVirt hand around. */
const documented = [
  'ExperimentalIgnitionSupport',
  'DataVolumes',
  'LiveMigration',
  'CPUManager',
  'CPUNodeDiscovery',
  'Sidecar',
  'Snapshot',
  'HotplugVolumes',
];

test.each([
  ['VMExport', 'beta', 'beta', 'ga'],
  ['HotplugVolumes', 'alpha', 'alpha', 'deprecated'],
  ['LiveUpdateNADRef', 'absent', 'beta', 'ga'],
  ['DataVolumes', 'noop', 'noop', 'noop'],
  ['Passt', 'discontinued', 'discontinued', 'discontinued'],
])('knows how %s comes and goes', (gate, ...states) => {
  expect([stateOf(gate, '1.7'), stateOf(gate, '1.8'), stateOf(gate, '1.9')]).toEqual(states);
});

test('has every gate that KubeVirt 1.8 registers', () => {
  const in18 = Object.keys(featureGates).filter(
    (gate) => !['absent', 'noop'].includes(stateOf(gate, '1.8') ?? ''),
  );
  // 72 registrations, and ObjectGraph, which 1.8 looks for without registering it.
  expect(in18).toHaveLength(73);
});

test('accepts the documented list and drops what is always on, with a note each', () => {
  expect(resolveFeatureGates(documented, '1.8')).toEqual({
    enabled: ['CPUManager', 'ExperimentalIgnitionSupport', 'HotplugVolumes', 'Sidecar', 'Snapshot'],
    notes: [
      'feature gate CPUNodeDiscovery is left out: the feature is always on in KubeVirt 1.8',
      'feature gate DataVolumes is left out: the feature is always on in KubeVirt 1.8',
      'feature gate LiveMigration is left out: the feature is always on in KubeVirt 1.8',
    ],
    problems: [],
  });
});

test('warns of gates that go away', () => {
  expect(resolveFeatureGates(['HotplugVolumes'], '1.9')).toEqual({
    enabled: ['HotplugVolumes'],
    notes: [
      'feature gate HotplugVolumes is deprecated in KubeVirt 1.9 and goes away in a coming release',
    ],
    problems: [],
  });
});

test.each([
  [
    'LiveMigratoin',
    'KubeVirt 1.8 has no feature gate "LiveMigratoin"; did you mean "LiveMigration"?',
  ],
  ['Plugins', 'feature gate "Plugins" comes with KubeVirt 1.9, this is 1.8; remove it'],
  ['Macvtap', 'KubeVirt 1.8 no longer has the feature of gate "Macvtap"; remove it'],
])('refuses %s with its position', (gate, message) => {
  expect(resolveFeatureGates(['Sidecar', gate], '1.8')).toEqual({
    enabled: ['Sidecar'],
    notes: [],
    problems: [{ index: 1, message }],
  });
});

test('lists a gate once', () => {
  expect(resolveFeatureGates(['Sidecar', 'Sidecar'], '1.8').enabled).toEqual(['Sidecar']);
});

test('finds the release of a version, or says where to add it', () => {
  expect(releaseOf('1.8.4')).toBe('1.8');
  expect(() => releaseOf('1.10.0')).toThrow(
    'the feature gates of KubeVirt 1.10.0 are not in ' +
      'packages/kubevirt-stack/src/feature-gates.ts, which has those of 1.7, 1.8, 1.9.',
  );
});
