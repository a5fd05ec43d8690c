// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, objectName, oneOf, wholeNumber } from '../field.ts';
import { storageFields } from '../storage-fields.ts';

/** The disk a machine boots from, a copy of an image. */
const rootDisk = field(
  z.strictObject({
    /** A container disk in a registry. @see https://kubevirt.io/user-guide/storage/disks_and_volumes/#containerdisk */
    image: field(
      z.string().regex(/^docker:\/\/[^\s/]+\/\S+$/),
      'an image like "docker://registry.example/disks/ubuntu:24.04"',
    ),
    sizeGiB: wholeNumber(1),
    /** The platform's storage defaults apply where these are left out. */
    className: storageFields.className.optional(),
    accessModes: storageFields.accessModes.optional(),
    volumeMode: storageFields.volumeMode.optional(),
  }),
  'a mapping with image and sizeGiB',
);

/** How the machines of a pool are spread over the hosts. @see https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/ */
const spread = field(
  z.strictObject({
    /** By how many machines two domains may differ. */
    maxSkew: wholeNumber(1).default(1),
    /** The label of a host that says which domain it is in. */
    topologyKey: field(z.string().min(1), 'the key of a node label').default(
      'kubernetes.io/hostname',
    ),
    whenUnsatisfiable: oneOf(['ScheduleAnyway', 'DoNotSchedule']).default('ScheduleAnyway'),
  }),
  'a mapping with maxSkew, topologyKey and whenUnsatisfiable',
);

/** What machines of every kind are made of. */
export const machineFields = {
  /** A VM size that the platform offers. */
  instancetype: objectName(),
  preference: objectName().default('sockets-advantage'),
  rootDisk,
  spread: spread.default({
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'ScheduleAnyway',
  }),
};
