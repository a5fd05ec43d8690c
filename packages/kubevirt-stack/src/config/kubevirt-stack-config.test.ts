// SPDX-License-Identifier: Apache-2.0
import { parseConfig } from '@strata/contracts/program';
import { kubevirtStackConfig } from './kubevirt-stack-config.ts';

const storage = { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' };

function read(metallb: object, more: Record<string, object> = {}) {
  const values = Object.fromEntries(
    Object.entries({ metallb, storage, ...more }).map(([key, value]) => [
      `kubevirt-stack:${key}`,
      JSON.stringify(value),
    ]),
  );
  const identity = { project: 'kubevirt-stack', stack: 'sandbox' };
  return parseConfig(kubevirtStackConfig, { ...identity, values, secretKeys: [] });
}

// Proves: images.default-class
test('requires only address pools and storage, and has defaults for the rest', () => {
  const { monitoring, ...rest } = read({
    pools: [{ name: 'default', addresses: ['10.0.0.0/28'] }],
  });
  expect(monitoring.enabled).toBe(true);
  expect(rest).toEqual({
    release: 'v1.8',
    kubevirt: {
      featureGates: [],
      disabledFeatureGates: [],
      evictionStrategy: 'LiveMigrateIfPossible',
      commonInstancetypes: false,
      workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] },
    },
    cdi: { featureGates: ['HonorWaitForFirstConsumer'] },
    metallb: { pools: [{ name: 'default', addresses: ['10.0.0.0/28'], autoAssign: true }] },
    multus: { resources: {} },
    tenants: { serviceAnnotations: [], vlans: [], selectorless: [] },
    userClusterDefaults: {},
    storage,
    storageProfiles: [],
    images: [],
    networks: [],
    flavors: ['standard'],
    instancetypes: [],
    preferences: [],
  });
});

test.each([
  '10.0.0.1-10.0.0.9',
  '10.0.0.7-10.0.0.7',
  '10.0.0.0/32',
  'fd00::1-fd00::9',
  'fd00::/64',
])('accepts the addresses %s', (range) => {
  expect(read({ pools: [{ name: 'a', addresses: [range] }] }).metallb.pools[0]?.addresses).toEqual([
    range,
  ]);
});

test.each([
  '10.0.0.9-10.0.0.1',
  '10.0.0.1',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.1-fd00::9',
  '10.0.0.1-10.0.0.2-10.0.0.3',
  'fd00::/129',
  'ten',
])('rejects the addresses %s', (range) => {
  expect(() => read({ pools: [{ name: 'a', addresses: [range] }] })).toThrow(
    'config.kubevirt-stack:metallb.pools[0].addresses[0]: expected addresses like ' +
      `"10.0.0.10-10.0.0.20" or "10.0.0.0/28", got "${range}"`,
  );
});

// Proves: images.read-write-many
test('rejects an access mode that Kubernetes does not have', () => {
  expect(() =>
    read(
      { pools: [{ name: 'a', addresses: ['10.0.0.0/28'] }] },
      { storage: { ...storage, accessModes: ['RWX'] } },
    ),
  ).toThrow(
    'config.kubevirt-stack:storage.accessModes[0]: expected one of "ReadWriteOnce", ' +
      '"ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod", got "RWX"',
  );
});
