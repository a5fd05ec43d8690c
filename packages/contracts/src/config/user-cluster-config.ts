// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, wholeNumber } from './field.ts';
import { storageFields } from './storage-fields.ts';

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

/** Machines of one kind. */
const pool = field(
  z.strictObject({
    /** VMs, and so nodes, are called `<name>-<number>`. */
    name: objectName(40),
    replicas: wholeNumber(0),
    /** A VM size that the platform offers. */
    instancetype: objectName(),
    preference: objectName().default('sockets-advantage'),
    rootDisk,
    /** How many machines a rolling update may take down at a time. */
    maxUnavailable: wholeNumber(1).default(1),
    spread: spread.default({
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
    }),
  }),
  'a mapping with name, replicas, instancetype and rootDisk',
);

/** Configuration of a stack of the program user-cluster, `config.user-cluster:*` in its YAML. */
export const userClusterConfig = z
  .strictObject({ pools: listOf(pool, 'a list of pools') })
  .superRefine(({ pools }, context) => {
    for (const [index, { name }] of pools.entries()) {
      const first = pools.findIndex((other) => other.name === name);
      if (first < index) {
        context.addIssue({
          code: 'custom',
          path: ['pools', index, 'name'],
          message: `"${name}" is already the name of pools[${first}]`,
        });
      }
    }
  });

/** The checked configuration of the program user-cluster. */
export type UserClusterConfig = z.output<typeof userClusterConfig>;
/** The checked configuration of one worker pool. */
export type PoolConfig = UserClusterConfig['pools'][number];
