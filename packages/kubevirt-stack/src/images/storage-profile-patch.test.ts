// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { StorageProfilePatch } from './storage-profile-patch.ts';
import type { StorageProfile } from './storage-profile-patch.ts';

const spec = {
  claimPropertySets: [
    { accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
    { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' },
  ],
  cloneStrategy: 'snapshot',
  snapshotClass: 'fast-snapshots',
  dataImportCronSourceFormat: 'snapshot',
} as const satisfies Omit<StorageProfile, 'storageClass'>;

// Proves: images.read-write-many, images.storage-profiles
test('patches the StorageProfiles that CDI makes, and only the configured fields', async () => {
  const profiles: StorageProfile[] = [
    { storageClass: 'fast', ...spec },
    { storageClass: 'slow', cloneStrategy: 'copy' },
  ];
  const recording = await recordProgram(() => {
    for (const profile of profiles) {
      new StorageProfilePatch('profiles', { environment: 'sandbox', profile });
    }
  });
  const fast = named(recording, 'profiles-fast');
  expect(fast.type).toBe('kubernetes:cdi.kubevirt.io/v1beta1:StorageProfilePatch');
  expect(fast.inputs).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'StorageProfile',
    metadata: {
      name: 'fast',
      // The label managed-by is left out: CDI writes it.
      labels: { 'strata.dev/environment': 'sandbox' },
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
    spec,
  });
  expect(named(recording, 'profiles-slow').inputs.spec).toEqual({ cloneStrategy: 'copy' });
  expect(fast).toMatchObject({ retainOnDelete: true });
  expect(fast.formerParents?.map((urn) => urn.split('::').slice(2))).toEqual([
    ['strata:kubevirt-stack:StorageProfiles', 'profiles'],
  ]);
});
