// SPDX-License-Identifier: Apache-2.0
import {
  dottedName,
  field,
  listOf,
  oneOf,
  wholeNumber,
  labelKey,
  labels,
  labelValue,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { disks, rootDisk, volumes } from './disk-fields.ts';
import { dnsConfig, dnsPolicy } from './dns-fields.ts';
import { drain, evictionStrategy } from './eviction-fields.ts';
import { interfaces } from './interface-fields.ts';
import { authorizedKeys } from './public-key-fields.ts';
import { scheduling } from './scheduling-fields.ts';

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
const taint = field(
  z.strictObject({
    key: labelKey('the key of a taint'),
    value: labelValue().optional(),
    effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  }),
  'a mapping with key, value and effect',
);

/**
 * The properties of all VMs of a cluster. Changing any of them replaces the VMs one by one, each
 * with a fresh root disk.
 */
export const machineFields = {
  /**
   * A VM size that the platform offers; alternatively, set `cpu` and `memoryGiB` or `memoryMiB`.
   */
  instancetype: dottedName().optional(),
  /** Virtual CPUs, each in a socket of its own, of a VM without an instancetype. */
  cpu: wholeNumber(1).optional(),
  /** Memory of a VM without an instancetype. */
  memoryGiB: wholeNumber(1).optional(),
  /** Instead of `memoryGiB`, if the memory is not a whole number of GiB. */
  memoryMiB: wholeNumber(1).optional(),
  /** Hardware choices that the platform offers. */
  preference: dottedName().default('sockets-advantage'),
  rootDisk,
  disks,
  volumes,
  interfaces,
  dnsPolicy,
  dnsConfig,
  /**
   * Public keys that may log in to these nodes, in addition to those of
   * `access.ssh.authorizedKeys`.
   */
  authorizedKeys,
  /**
   * How the guest gets its user data. `ignition` is for Flatcar and similar systems: the data is on
   * the disk of `configDrive`, where Ignition reads it, and not in an annotation, which everybody
   * could read.
   */
  cloudInit: oneOf(['noCloud', 'configDrive', 'ignition']).default('noCloud'),
  /** Labels of the node, inside the user cluster. */
  labels: labels('a mapping of labels').default({}),
  /** Taints of the node, inside the user cluster. */
  taints: listOf(taint, 'a list of taints').default([]),
  scheduling,
  evictionStrategy,
  drain,
};

/** The properties of any VM of a cluster. */
export type MachineConfig = z.output<z.ZodObject<typeof machineFields>>;
