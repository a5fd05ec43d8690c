// SPDX-License-Identifier: Apache-2.0
import { labelKeys, releases } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import { parse } from 'yaml';
import { liveMigrates } from './live-migrates.ts';
import { testContext } from './test-context.ts';
import type { Change } from './test-context.ts';
import { fastStorage } from './test-platform.ts';

const masquerade = { network: { binding: 'masquerade' } };
const pool = (more: object) => ({
  pools: [
    {
      name: 'md-a',
      replicas: 2,
      instancetype: 'standard-4',
      rootDisk: { image: 'ubuntu', sizeGiB: 30 },
      ...more,
    },
  ],
});
const classes = (...infraClasses: readonly string[]) => ({
  storage: { classes: infraClasses.map((infraClass) => ({ name: infraClass, infraClass })) },
});

const rows: readonly (readonly [string, boolean, Change])[] = [
  ['whose machines and volumes all migrate', true, masquerade],
  ['whose workers are bridged, and shut down instead', false, {}],
  [
    'with a pool that must not migrate',
    false,
    { ...masquerade, ...pool({ evictionStrategy: 'None' }) },
  ],
  [
    'with a pool that has no other host',
    false,
    { ...masquerade, ...pool({ scheduling: { podAffinityPreset: 'hard' } }) },
  ],
  ['with volumes in the class of the platform', true, { ...masquerade, ...classes('fast') }],
  [
    'with volumes in a class whose access modes are not known',
    false,
    { ...masquerade, ...classes('fast', 'small') },
  ],
];

// Proves: addons.descheduler
test.each(rows)('a cluster %s: %s', (_, expected, change) => {
  expect(liveMigrates(testContext(change))).toBe(expected);
});

// https://github.com/kubevirt/csi-driver/blob/805f17a9/pkg/service/controller.go `CreateVolume`: CDI chooses.
test.each([
  ['first of all', true, { usualAccessModes: ['ReadWriteMany'] }],
  ['not first', false, { usualAccessModes: ['ReadWriteOnce'] }],
  ['first of several modes', true, { usualAccessModes: ['ReadWriteOnce', 'ReadWriteMany'] }],
  ['alone, from a platform that does not say the first', true, { accessModes: ['ReadWriteMany'] }],
  [
    'among others, from such a platform',
    false,
    { accessModes: ['ReadWriteMany', 'ReadWriteOnce'] },
  ],
  ['not at all', false, { accessModes: ['ReadWriteOnce'] }],
])(
  "volumes go by CDI's modes of the class, not by those of VM disks: ReadWriteMany %s: %s",
  (_, expected, modes) => {
    const context = testContext(masquerade);
    const storageClasses = [{ ...fastStorage, snapshotClasses: ['fast'], ...modes }];
    const platform = { ...context.platform, storageClasses };
    expect(liveMigrates({ ...context, platform })).toBe(expected);
  },
);

test('a volume that one host at a time can have keeps its machine on its host', () => {
  const context = testContext(masquerade);
  const storage = { ...context.platform.storage, accessModes: ['ReadWriteOnce' as const] };
  expect(liveMigrates({ ...context, platform: { ...context.platform, storage } })).toBe(false);
});

// https://github.com/kubernetes-sigs/descheduler/blob/v0.36.0/pkg/framework/plugins/defaultevictor/defaultevictor.go `PreEvictionFilter`
const deschedulers = new Set(releases.map(({ optional }) => optional.descheduler.version));

test.each([...deschedulers])(
  'the policy of the rendered descheduler %s selects VMs in namespaces with the label',
  (version) => {
    const { objects } = loadManifest('descheduler', version);
    const map = objects.find(({ kind }) => kind === 'ConfigMap') as { readonly data?: object };
    const { 'policy.yaml': text = '' } = map.data as { readonly 'policy.yaml'?: string };
    expect(parse(text)).toMatchObject({
      kind: 'DeschedulerPolicy',
      profiles: [
        {
          pluginConfig: [
            {
              name: 'DefaultEvictor',
              args: {
                labelSelector: { matchLabels: { 'kubevirt.io': 'virt-launcher' } },
                namespaceLabelSelector: { matchLabels: { [labelKeys.liveMigrates]: 'true' } },
              },
            },
            { name: 'LowNodeUtilization' },
            { name: 'RemovePodsViolatingNodeAffinity' },
            { name: 'RemovePodsViolatingNodeTaints' },
            { name: 'RemovePodsViolatingInterPodAntiAffinity' },
            { name: 'RemovePodsViolatingTopologySpreadConstraint' },
          ],
        },
      ],
    });
  },
);
