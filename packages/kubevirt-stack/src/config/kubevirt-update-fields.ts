// SPDX-License-Identifier: Apache-2.0
import { field, listOf, oneOf, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';
import { certificateLifetime } from './kubevirt-placement-fields.ts';
import { byteQuantity, duration } from './kubevirt-scalars.ts';

const workloadUpdateFields = z.strictObject({
  /**
   * How running VMs get the virt-launcher of a new release; for each VM the gentlest method that
   * works is used. `Evict` shuts down VMs that cannot migrate. An empty list leaves every VM in its
   * old virt-launcher until somebody restarts it. Upstream's default is the empty list; here VMs
   * that can migrate do, because old launchers keep their security flaws, and a VM that grows while
   * it runs migrates as well.
   * @default ['LiveMigrate']
   */
  workloadUpdateMethods: listOf(
    oneOf(['LiveMigrate', 'Evict']),
    'a list of "LiveMigrate" and "Evict"',
  ).default(['LiveMigrate']),
  /** Number of VMs that are evicted at once. @default 10 */
  batchEvictionSize: wholeNumber(1).optional(),
  /** Time between two batches. @default 1m */
  batchEvictionInterval: duration().optional(),
});

/**
 * How running VMs follow an update of KubeVirt.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/
 * @example
 * workloadUpdateStrategy:
 *   workloadUpdateMethods:
 *     - LiveMigrate
 *     - Evict
 */
export const workloadUpdateStrategy = field(
  workloadUpdateFields,
  'a mapping with workloadUpdateMethods',
).default(() => workloadUpdateFields.parse({}));

/**
 * Limits up to which a running VM can get more CPUs and memory without a restart.
 *
 * @see https://kubevirt.io/user-guide/compute/cpu_hotplug/
 * @example
 * liveUpdateConfiguration:
 *   maxHotplugRatio: 2
 */
export const liveUpdateConfiguration = field(
  z.strictObject({
    /** Maximum as a multiple of the size at the VM's start. @default 4 */
    maxHotplugRatio: wholeNumber(1).optional(),
    /**
     * Maximum of sockets for VMs that set none themselves.
     * @default maxHotplugRatio times its sockets
     */
    maxCpuSockets: wholeNumber(1).optional(),
    /**
     * Maximum of memory for VMs that set none themselves.
     * @default maxHotplugRatio times its memory
     */
    maxGuest: byteQuantity().optional(),
  }),
  'a mapping with maxHotplugRatio, maxCpuSockets and maxGuest',
);

/**
 * KubeVirt's own certificates.
 *
 * @see https://kubevirt.io/api-reference/main/definitions.html#_v1_kubevirtselfsignconfiguration
 * @example
 * certificateRotateStrategy:
 *   server:
 *     duration: 24h
 *     renewBefore: 5h
 */
export const certificateRotateStrategy = field(
  z.strictObject({
    /** @default a week, replaced when a fifth of it is left */
    ca: certificateLifetime.optional(),
    /** @default a day, replaced when a fifth of it is left */
    server: certificateLifetime.optional(),
  }),
  'a mapping with ca and server',
);
