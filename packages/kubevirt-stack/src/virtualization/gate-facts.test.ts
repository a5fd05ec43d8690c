// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureGates, gateReleases, gateRules, gateStateOf } from '@strata/contracts';
import { releaseOf } from './gate-release.ts';
import { optionGates } from './option-gates.ts';
import { platformGates } from './platform-gates.ts';
import { gatesStillRead, renamedGates } from './renamed-gates.ts';

/** Gates of which the README says who needs them. */
const describedGates = [
  ...readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8').matchAll(
    /^\| (\w+) +\| [^|]+ +\| \[\w[\w.-]+\.go\]\(https:[^)]+\)/gm,
  ),
].map(([, gate = '']) => gate);

// Proves: feature-gates.always-on
test.each([
  ['VMExport', 'beta', 'beta', 'ga'],
  ['HotplugVolumes', 'alpha', 'alpha', 'deprecated'],
  ['LiveUpdateNADRef', 'absent', 'beta', 'ga'],
  ['DataVolumes', 'noop', 'noop', 'noop'],
  ['Passt', 'discontinued', 'discontinued', 'discontinued'],
])('knows the state of %s in each release', (gate, ...states) => {
  expect(gateReleases.slice(0, 3).map((release) => gateStateOf(gate, release))).toEqual(states);
});

// Proves: feature-gates.any-gate
test.each([
  // All registered gates, and ObjectGraph, which works before it is registered.
  ['1.7', 58 + 1],
  ['1.8', 72 + 1],
  ['1.9', 84],
] as const)('has every gate that KubeVirt %s registers', (release, count) => {
  const known = [...featureGates].filter(
    (gate) => !['absent', 'noop'].includes(gateStateOf(gate, release) ?? ''),
  );
  expect(known).toHaveLength(count);
});

test('names no gate that does not exist', () => {
  const named = [
    ...describedGates,
    ...optionGates.map(({ gate }) => gate),
    ...platformGates.flatMap(({ gate, unlessMentioned = [] }) => [gate, ...unlessMentioned]),
    ...renamedGates.flatMap(({ gate, to }) => [gate, to]),
    ...gatesStillRead.map(({ gate }) => gate),
  ];
  expect(named.filter((gate) => !featureGates.has(gate))).toEqual([]);
});

test('every fact has a source', () => {
  const facts = [...Object.values(gateRules), ...optionGates, ...platformGates, ...renamedGates];
  expect(facts.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
});

// Proves: feature-gates.any-gate, images.host-disks
test('the README says what needs each gate of the usual guides', () => {
  const guides = [
    'ExperimentalIgnitionSupport',
    'DataVolumes',
    'LiveMigration',
    'CPUManager',
    'CPUNodeDiscovery',
    'Sidecar',
    'Snapshot',
    'HotplugVolumes',
  ];
  expect(guides.filter((gate) => !describedGates.includes(gate))).toEqual([]);
});

test('finds the gate release of a version, or says where to add it', () => {
  expect(releaseOf('1.8.4')).toBe('1.8');
  expect(() => releaseOf('2.0.0')).toThrow(
    'the feature gates of KubeVirt 2.0.0 are not in ' +
      `packages/contracts/src/kubevirt-minors, which has those of ${gateReleases.join(', ')}.`,
  );
});
