// SPDX-License-Identifier: Apache-2.0
import { gateReleases } from '@strata/contracts';
import type { GateRelease } from '@strata/contracts';
import { isGateOn, resolveFeatureGates } from './resolve-feature-gates.ts';

/** The list of gates from common guides for KubeVirt. */
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

/** Gates that the platform would otherwise enable; listing them keeps its notes out of a test. */
const quiet = ['HotplugVolumes', 'ExpandDisks'];

const resolve = (
  enabled: readonly string[],
  release: GateRelease,
  more: { disabled?: readonly string[]; kubernetes?: string } = {},
) => resolveFeatureGates({ enabled, disabled: more.disabled ?? [] }, release, more.kubernetes);

const alwaysOn = (release: GateRelease) =>
  ['CPUNodeDiscovery', 'DataVolumes', 'LiveMigration'].map(
    (gate) => `feature gate ${gate} is left out: the feature is always on in KubeVirt ${release}`,
  );

const growing =
  'feature gate ExpandDisks is enabled: user clusters grow the volumes of running VMs';
const disabledByPlatform = ['ExternalNetResourceInjection', 'Template'];
const disabledNotes = [
  'feature gate ExternalNetResourceInjection is disabled: the platform installs no ' +
    'network-resources-injector, which SR-IOV would then need',
  'feature gate Template is disabled: it deploys virt-template, which the platform does not use',
];

// Proves: feature-gates.always-on, feature-gates.usual-list
test('accepts the common list on 1.7', () => {
  expect(resolve(documented, '1.7')).toEqual({
    enabled: [
      'CPUManager',
      'ExpandDisks',
      'ExperimentalIgnitionSupport',
      'HotplugVolumes',
      'Sidecar',
      'Snapshot',
    ],
    disabled: [],
    notes: [alwaysOn('1.7')[0], alwaysOn('1.7')[1], growing, alwaysOn('1.7')[2]],
    problems: [],
  });
});

// Proves: feature-gates.usual-list
test('accepts the common list on 1.8, and already disables what 1.9 has on by default', () => {
  expect(resolve(documented, '1.8')).toEqual({
    enabled: [
      'CPUManager',
      'ExpandDisks',
      'ExperimentalIgnitionSupport',
      'HotplugVolumes',
      'Sidecar',
      'Snapshot',
    ],
    disabled: disabledByPlatform,
    notes: [alwaysOn('1.8')[0], alwaysOn('1.8')[1], growing, alwaysOn('1.8')[2]],
    problems: [],
  });
});

// Proves: feature-gates.hotplug-volumes, feature-gates.usual-list
test('accepts the common list on 1.9, which has a successor of HotplugVolumes', () => {
  expect(resolve(documented, '1.9')).toEqual({
    enabled: [
      'CPUManager',
      'DeclarativeHotplugVolumes',
      'ExperimentalIgnitionSupport',
      'Sidecar',
      'Snapshot',
    ],
    disabled: disabledByPlatform,
    notes: [
      alwaysOn('1.9')[0],
      alwaysOn('1.9')[1],
      disabledNotes[0],
      'feature gate HotplugVolumes becomes DeclarativeHotplugVolumes: HotplugVolumes is deprecated ' +
        'and would switch its successor off in KubeVirt 1.9',
      alwaysOn('1.9')[2],
      disabledNotes[1],
    ],
    problems: [],
  });
});

// Proves: feature-gates.expand-disks, feature-gates.hotplug-volumes
test.each(gateReleases)(
  'lets user clusters attach volumes on %s if no gate is listed',
  (release) => {
    const gates = resolve([], release);
    const hotplug = ['HotplugVolumes', 'DeclarativeHotplugVolumes'];
    expect(hotplug.filter((gate) => isGateOn(gate, gates, release))).toEqual([
      ['1.7', '1.8'].includes(release) ? 'HotplugVolumes' : 'DeclarativeHotplugVolumes',
    ]);
    expect(isGateOn('ExpandDisks', gates, release)).toBe(true);
  },
);

// Proves: feature-gates.expand-disks, feature-gates.hotplug-volumes
test('says what it enables, and why', () => {
  expect(resolve([], '1.8').notes).toEqual(
    [
      'feature gate HotplugVolumes is enabled: user clusters attach their volumes to running VMs',
      growing,
    ].sort(),
  );
});

test('enables no second gate for hot-plugging if one is listed', () => {
  expect(resolve(['DeclarativeHotplugVolumes'], '1.8').enabled).toEqual([
    'DeclarativeHotplugVolumes',
    'ExpandDisks',
  ]);
});

test('keeps a disabled gate disabled, under its name in the release', () => {
  const disabled = ['HotplugVolumes', 'ExpandDisks'];
  expect(resolve([], '1.8', { disabled }).enabled).toEqual([]);
  const later = resolve([], '1.9', { disabled: ['HotplugVolumes'] });
  expect(later.disabled).toEqual(['DeclarativeHotplugVolumes', ...disabledByPlatform]);
  expect(isGateOn('DeclarativeHotplugVolumes', later, '1.9')).toBe(false);
});

test('does not disable a gate that the configuration lists', () => {
  const { disabled, notes } = resolve([...quiet, 'Template'], '1.9');
  expect(disabled).toEqual(['ExternalNetResourceInjection']);
  expect(notes).not.toContain(disabledNotes[1]);
});

test.each([
  ['1.8', '1.34.3', [...disabledByPlatform.slice(0, 1), 'ImageVolume', 'Template']],
  ['1.8', '1.35.0', disabledByPlatform],
  ['1.9', '1.34.9', [...disabledByPlatform.slice(0, 1), 'ImageVolume', 'Template']],
  ['1.9', '1.35.4', disabledByPlatform],
  ['1.9', '2.0.0', disabledByPlatform],
  ['1.9', undefined, disabledByPlatform],
  ['1.7', '1.34.0', []],
] as const)('disables on %s with Kubernetes %s: %j', (release, kubernetes, disabled) => {
  expect(resolve(quiet, release, kubernetes === undefined ? {} : { kubernetes }).disabled).toEqual(
    disabled,
  );
});

test('says why a gate is disabled for an old Kubernetes if it were on otherwise', () => {
  const note =
    'feature gate ImageVolume is disabled: kubelets mount images as volumes from Kubernetes 1.35 on';
  expect(resolve(quiet, '1.9', { kubernetes: '1.34.1' }).notes).toContain(note);
  expect(resolve(quiet, '1.8', { kubernetes: '1.34.1' }).notes).toEqual([]);
});

// Proves: feature-gates.disabled
test('disables a gate that the release has on by default', () => {
  const gates = resolve(quiet, '1.9', { disabled: ['Snapshot'] });
  expect(gates.disabled).toEqual([...disabledByPlatform.slice(0, 1), 'Snapshot', 'Template']);
  expect(gates.problems).toEqual([]);
  expect(isGateOn('Snapshot', gates, '1.9')).toBe(false);
});

test('drops disabled gates on a release that has no such list', () => {
  expect(resolve(quiet, '1.7', { disabled: ['Snapshot', 'Plugins', 'Macvtap'] })).toEqual({
    enabled: ['ExpandDisks', 'HotplugVolumes'],
    disabled: [],
    notes: [
      'disabled feature gate Macvtap is left out: KubeVirt 1.7 no longer has the feature',
      'disabled feature gate Plugins is left out: it comes with KubeVirt 1.9, this is 1.7',
      'disabled feature gate Snapshot is left out: in KubeVirt 1.7 it is off unless it is enabled',
    ],
    problems: [],
  });
});

test('keeps a gate that KubeVirt still reads, though its feature is always on', () => {
  expect(resolve([...quiet, 'PersistentReservation'], '1.9').enabled).toContain(
    'PersistentReservation',
  );
});

test('warns of deprecated gates', () => {
  const { enabled, notes } = resolve([...quiet, 'MultiArchitecture'], '1.8');
  expect(enabled).toEqual(['ExpandDisks', 'HotplugVolumes', 'MultiArchitecture']);
  expect(notes).toEqual([
    'feature gate MultiArchitecture is deprecated in KubeVirt 1.8 and goes away in a coming release',
  ]);
});

// Proves: feature-gates.misspelt
test.each([
  [
    'LiveMigratoin',
    'KubeVirt 1.8 has no feature gate "LiveMigratoin"; did you mean "LiveMigration"?',
  ],
  ['Plugins', 'feature gate "Plugins" comes with KubeVirt 1.9, this is 1.8; remove it'],
  ['Macvtap', 'KubeVirt 1.8 no longer has the feature of gate "Macvtap"; remove it'],
])('refuses to enable %s', (gate, message) => {
  const { enabled, problems } = resolve([...quiet, gate], '1.8');
  expect(enabled).toEqual(['ExpandDisks', 'HotplugVolumes']);
  expect(problems).toEqual([{ path: ['kubevirt', 'featureGates', 2], message }]);
});

// Proves: feature-gates.misspelt
test.each([
  ['Snapshto', 'KubeVirt 1.9 has no feature gate "Snapshto"; did you mean "Snapshot"?'],
  [
    'VMExport',
    'feature gate "VMExport" cannot be disabled: the feature is always on in KubeVirt 1.9; remove it',
  ],
  [
    'DataVolumes',
    'feature gate "DataVolumes" cannot be disabled: the feature is always on in KubeVirt 1.9; remove it',
  ],
])('refuses to disable %s', (gate, message) => {
  const { disabled, problems } = resolve([], '1.9', { disabled: [gate] });
  expect(disabled).toEqual(disabledByPlatform);
  expect(problems).toEqual([{ path: ['kubevirt', 'disabledFeatureGates', 0], message }]);
});

test('rejects a gate in both lists, even under its other name', () => {
  expect(resolve(['Snapshot'], '1.8', { disabled: ['Snapshot'] }).problems).toEqual([
    {
      path: ['kubevirt', 'disabledFeatureGates', 0],
      message: 'feature gate "Snapshot" is disabled, yet featureGates has it too; remove one',
    },
  ]);
  const disabled = ['DeclarativeHotplugVolumes'];
  expect(resolve(['HotplugVolumes'], '1.9', { disabled }).problems).toEqual([
    {
      path: ['kubevirt', 'disabledFeatureGates', 0],
      message:
        'feature gate "DeclarativeHotplugVolumes" is disabled, yet featureGates has ' +
        '"HotplugVolumes", the same gate, too; remove one',
    },
  ]);
  expect(resolve(['HotplugVolumes'], '1.8', { disabled }).problems).toEqual([]);
});

test('a feature that no longer has a gate is on', () => {
  expect(isGateOn('DataVolumes', { enabled: [], disabled: [] }, '1.8')).toBe(true);
});

test('lists a gate only once', () => {
  expect(resolve([...quiet, ...quiet], '1.8').enabled).toEqual(['ExpandDisks', 'HotplugVolumes']);
});
