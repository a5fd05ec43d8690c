// SPDX-License-Identifier: Apache-2.0
import { renderMachine } from './index.ts';
import { testMachine } from './test-cluster.ts';

const specOf = (scheduling: object) => renderMachine(testMachine({ scheduling })).template.spec;

const sameGroup = {
  labelSelector: { matchLabels: { machine: 'md-a' } },
  topologyKey: 'kubernetes.io/hostname',
};

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

// Proves: placement.node-affinity, placement.node-affinity-key, placement.node-anti-affinity
test.each([
  [
    'hosts with one of some values',
    { nodeAffinityPreset: { type: 'hard', key: 'disk', values: ['ssd', 'nvme'] } },
    { key: 'disk', operator: 'In', values: ['ssd', 'nvme'] },
  ],
  [
    'hosts with a label of any value',
    { nodeAffinityPreset: { type: 'hard', key: 'disk' } },
    { key: 'disk', operator: 'Exists' },
  ],
  [
    'hosts without some values',
    { nodeAntiAffinityPreset: { type: 'hard', key: 'role', values: ['database'] } },
    { key: 'role', operator: 'NotIn', values: ['database'] },
  ],
  [
    'hosts without a label',
    { nodeAntiAffinityPreset: { type: 'hard', key: 'role' } },
    { key: 'role', operator: 'DoesNotExist' },
  ],
])('requires %s, or prefers them', (_, presets, rule) => {
  expect(specOf(presets)?.affinity).toEqual({
    nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchExpressions: [rule] }] } },
  });
  const soft = Object.fromEntries(
    Object.entries(presets).map(([key, preset]) => [key, { ...preset, type: 'soft' }]),
  );
  expect(specOf(soft)?.affinity).toEqual({
    nodeAffinity: { [preferred]: [{ weight: 1, preference: { matchExpressions: [rule] } }] },
  });
});

// Proves: placement.node-anti-affinity
test('requires both presets of hosts at once', () => {
  const presets = {
    nodeAffinityPreset: { type: 'hard', key: 'disk' },
    nodeAntiAffinityPreset: { type: 'hard', key: 'role' },
  };
  expect(specOf(presets)?.affinity?.nodeAffinity?.[required]).toEqual({
    nodeSelectorTerms: [
      {
        matchExpressions: [
          { key: 'disk', operator: 'Exists' },
          { key: 'role', operator: 'DoesNotExist' },
        ],
      },
    ],
  });
});

// Proves: placement.pod-affinity
test.each([
  ['podAffinityPreset', 'podAffinity'],
  ['podAntiAffinityPreset', 'podAntiAffinity'],
])('%s compares the machines of the pool', (preset, key) => {
  expect(specOf({ [preset]: 'hard' })?.affinity).toEqual({ [key]: { [required]: [sameGroup] } });
  expect(specOf({ [preset]: 'soft' })?.affinity).toEqual({
    [key]: { [preferred]: [{ weight: 1, podAffinityTerm: sameGroup }] },
  });
});

// Proves: placement.own-spread
test("takes a pool's own list of spreads instead of the default, also an empty list", () => {
  const zones = {
    maxSkew: 2,
    topologyKey: 'topology.kubernetes.io/zone',
    whenUnsatisfiable: 'DoNotSchedule',
  };
  expect(specOf({ spread: [zones] })?.topologySpreadConstraints).toEqual([
    { ...zones, labelSelector: { matchLabels: { machine: 'md-a' } } },
  ]);
  expect(specOf({ spread: [] })?.topologySpreadConstraints).toBeUndefined();
});

// Proves: placement.selectors
test('selects hosts by labels, tolerates their taints, and sets a priority', () => {
  const spec = specOf({
    nodeSelector: { rack: '7' },
    tolerations: [
      { key: 'dedicated', value: 'vms', effect: 'NoSchedule' },
      { operator: 'Exists', effect: 'NoExecute', seconds: 60 },
      { key: 'any', operator: 'Exists' },
    ],
    priorityClassName: 'gold',
  });
  expect([spec?.nodeSelector, spec?.priorityClassName]).toEqual([{ rack: '7' }, 'gold']);
  expect(spec?.tolerations).toStrictEqual([
    { key: 'dedicated', operator: 'Equal', value: 'vms', effect: 'NoSchedule' },
    { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
    { key: 'any', operator: 'Exists' },
  ]);
});

test('renders no rule for an empty preset', () => {
  const none = { type: '', key: 'disk', values: ['ssd'] };
  const empty = { podAffinityPreset: '', podAntiAffinityPreset: '' };
  expect(
    specOf({ ...empty, nodeAffinityPreset: none, nodeAntiAffinityPreset: { type: '' } }),
  ).toEqual(specOf({}));
  const soft = { type: 'soft', key: 'disk' };
  expect(specOf({ nodeAffinityPreset: none, nodeAntiAffinityPreset: soft })).toEqual(
    specOf({ nodeAntiAffinityPreset: soft }),
  );
});
