// SPDX-License-Identifier: Apache-2.0
import { dottedName, field, listOf, oneOf, storageFields, text } from '@strata/contracts/fields';
import { z } from 'zod';
import { cloneStrategyField } from './cdi-fields.ts';

const claimPropertySet = field(
  z.strictObject({
    accessModes: storageFields.accessModes,
    volumeMode: storageFields.volumeMode,
  }),
  'a mapping with accessModes and volumeMode',
);

/** The settings of a StorageClass that override what CDI detects. */
const storageProfile = field(
  z.strictObject({
    /** Name of a StorageClass of the infra cluster. */
    storageClass: text('the name of a StorageClass'),
    /**
     * The modes that its volumes support, the best first; CDI knows those of common storage itself.
     */
    claimPropertySets: field(
      z.array(claimPropertySet).min(1).max(8),
      'a list of one to eight mappings with accessModes and volumeMode',
    ).optional(),
    /**
     * @default CDI's own knowledge of the storage, else snapshot if there are snapshots, else copy
     */
    cloneStrategy: cloneStrategyField.optional(),
    /** VolumeSnapshotClass for cloning by snapshot. @default one of the same driver */
    snapshotClass: dottedName().optional(),
    /**
     * The format in which golden images are kept between import and clone.
     * @default CDI's own knowledge of the storage
     */
    dataImportCronSourceFormat: oneOf(['pvc', 'snapshot']).optional(),
  }),
  'a mapping with storageClass and what CDI should know about it',
);

/**
 * Corrections of what CDI detects about StorageClasses, `kubevirt-stack:storageProfiles`.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/storageprofile.md
 * @example
 * storageProfiles:
 *   - storageClass: ceph-block
 *     cloneStrategy: csi-clone
 */
export const storageProfiles = listOf(storageProfile, 'a list of storage profiles').default([]);
