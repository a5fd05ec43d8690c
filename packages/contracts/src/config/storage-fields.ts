// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf, text } from './field.ts';

const accessMode = oneOf(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod']);

/** @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/core/validation/validation.go `validatePersistentVolumeClaimSpec` */
const alone = 'Kubernetes takes ReadWriteOncePod with no other access mode; name one of the two';

/** How a VM disk is stored. @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
export const storageFields = {
  /** Name of a StorageClass of the infra cluster. */
  className: text('the name of a StorageClass'),
  /** Live migration needs ReadWriteMany. */
  accessModes: field(
    z
      .array(accessMode)
      .min(1)
      .refine((modes) => modes.length < 2 || !modes.includes('ReadWriteOncePod'), alone),
    'a list of access modes',
  ),
  /** Block allows ReadWriteMany on storage that is not a shared file system. */
  volumeMode: oneOf(['Block', 'Filesystem']),
};

/**
 * The storage of VM disks, unless their pool sets another.
 *
 * @example
 * storage:
 *   className: ceph-block
 *   accessModes:
 *     - ReadWriteMany
 *   volumeMode: Block
 */
export const storage = field(
  z.strictObject(storageFields),
  'a mapping with className, accessModes and volumeMode',
);

/** How a VM disk is stored. */
export type Storage = z.output<typeof storage>;
