// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text } from './field.ts';

const accessMode = oneOf(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod']);

/** How a VM disk is stored. @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
export const storageFields = {
  /** Name of a StorageClass of the infra cluster. */
  className: text('the name of a StorageClass'),
  /** Live migration needs ReadWriteMany. */
  accessModes: field(listOf(accessMode, 'a list of access modes').min(1), 'a list of access modes'),
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
