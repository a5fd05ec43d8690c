// SPDX-License-Identifier: Apache-2.0
import { named, ofType, recordProgram } from '@strata/testing';
import { StorageProfiles } from './storage-profiles.ts';
import type { StorageProfile } from './storage-profiles.ts';

const spec = {
  claimPropertySets: [
    { accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
    { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' },
  ],
  cloneStrategy: 'snapshot',
  snapshotClass: 'fast-snapshots',
  dataImportCronSourceFormat: 'snapshot',
} as const satisfies Omit<StorageProfile, 'storageClass'>;

const kind = 'kubernetes:cdi.kubevirt.io/v1beta1:StorageProfilePatch';

test('patches the objects that CDI makes, and only what is configured', async () => {
  const recording = await recordProgram(
    () =>
      new StorageProfiles('profiles', {
        environment: 'sandbox',
        profiles: [
          { storageClass: 'fast', ...spec },
          { storageClass: 'slow', cloneStrategy: 'copy' },
        ],
      }),
  );
  expect(ofType(recording, kind)).toHaveLength(2);
  const fast = named(recording, 'profiles-fast');
  expect(fast.parent).toBe('profiles');
  expect(fast.inputs).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'StorageProfile',
    metadata: {
      name: 'fast',
      // Not the label managed-by: CDI writes it.
      labels: { 'strata.dev/environment': 'sandbox' },
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
    spec,
  });
  expect(named(recording, 'profiles-slow').inputs.spec).toEqual({ cloneStrategy: 'copy' });
});
