// SPDX-License-Identifier: Apache-2.0
import { parseConfig } from '@strata/contracts/program';
import { evictionStrategies } from './kubevirt-migration-fields.ts';
import { kubevirtStackConfig } from './kubevirt-stack-config.ts';

const pools = { pools: [{ name: 'default', addresses: ['10.0.0.0/28'] }] };
const storage = { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' };

function read(kubevirt: object) {
  const values = Object.fromEntries(
    Object.entries({ metallb: pools, storage, kubevirt }).map(([key, value]) => [
      `kubevirt-stack:${key}`,
      JSON.stringify(value),
    ]),
  );
  const identity = { project: 'kubevirt-stack', stack: 'sandbox' };
  return parseConfig(kubevirtStackConfig, { ...identity, values, secretKeys: [] }).kubevirt;
}

// Proves: kubevirt.eviction-strategy
test('by default, drains migrate VMs if possible, and updates migrate VMs', () => {
  expect(read({})).toEqual({
    featureGates: [],
    disabledFeatureGates: [],
    evictionStrategy: 'LiveMigrateIfPossible',
    commonInstancetypes: false,
    workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] },
  });
});

// Proves: kubevirt.external-evictions
test('knows the four eviction strategies of KubeVirt', () => {
  expect(evictionStrategies).toEqual(['None', 'LiveMigrate', 'LiveMigrateIfPossible', 'External']);
  const taken = evictionStrategies.map((one) => read({ evictionStrategy: one }).evictionStrategy);
  expect(taken).toEqual(evictionStrategies);
});

test.each(['64Mi', '1G', '500'])('accepts %s as a bandwidth', (bandwidthPerMigration) => {
  expect(read({ migrations: { bandwidthPerMigration } }).migrations).toEqual({
    bandwidthPerMigration,
  });
});

test.each(['168h', '1h30m', '90s', '1h1m1s'])('accepts %s as a duration', (duration) => {
  expect(read({ certificateRotateStrategy: { ca: { duration } } })).toMatchObject({
    certificateRotateStrategy: { ca: { duration } },
  });
});

const time = 'a time such as "168h" or "1m30s"';
const bytes = 'an amount of bytes such as "64Mi" or "10Gi"';

test.each([
  [{ migrations: { bandwidthPerMigration: 64 } }, 'migrations.bandwidthPerMigration', bytes, '64'],
  [
    { migrations: { bandwidthPerMigration: '64 Mi' } },
    'migrations.bandwidthPerMigration',
    bytes,
    '"64 Mi"',
  ],
  [
    { certificateRotateStrategy: { ca: { duration: '7d' } } },
    'certificateRotateStrategy.ca.duration',
    time,
    '"7d"',
  ],
  [
    { workloadUpdateStrategy: { batchEvictionInterval: '' } },
    'workloadUpdateStrategy.batchEvictionInterval',
    time,
    '""',
  ],
  [
    { evictionStrategy: 'Migrate' },
    'evictionStrategy',
    'one of "None", "LiveMigrate", "LiveMigrateIfPossible", "External"',
    '"Migrate"',
  ],
  [{ memoryOvercommitPercent: 5 }, 'memoryOvercommitPercent', 'a whole number of 10 or more', '5'],
  [{ infra: { replicas: 0 } }, 'infra.replicas', 'a whole number from 1 to 255', '0'],
  [
    {
      permittedHostDevices: {
        pciHostDevices: [{ pciVendorSelector: '10de', resourceName: 'a/b' }],
      },
    },
    'permittedHostDevices.pciHostDevices[0].pciVendorSelector',
    'a PCI vendor and product like "10de:2236"',
    '"10de"',
  ],
  [
    {
      permittedHostDevices: {
        mediatedDevices: [{ mdevNameSelector: 'GRID', resourceName: 'T4' }],
      },
    },
    'permittedHostDevices.mediatedDevices[0].resourceName',
    'the name of a resource like "nvidia.com/A10"',
    '"T4"',
  ],
])('rejects %j', (settings, path, expected, got) => {
  expect(() => read(settings)).toThrow(
    `config.kubevirt-stack:kubevirt.${path}: expected ${expected}, got ${got}`,
  );
});

// Proves: kubevirt.encrypted-migration
test('has no option to send the memory of guests unencrypted', () => {
  expect(() => read({ migrations: { disableTLS: true } })).toThrow(
    'config.kubevirt-stack:kubevirt.migrations.disableTLS: unknown key',
  );
});
