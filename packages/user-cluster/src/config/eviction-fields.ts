// SPDX-License-Identifier: Apache-2.0
import { field, oneOf, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * Behaviour of a VM when its host is drained.
 *
 * - `LiveMigrateIfPossible`: it live-migrates if it can; otherwise it drains its node, shuts down,
 *   and starts again on another host.
 * - `LiveMigrate`: it live-migrates; if it cannot, the drain of the host waits forever.
 * - `None`: it never migrates; it shuts down and starts again on another host.
 *
 * KubeVirt's `External` is not offered: it needs a controller that acts on it.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/node_maintenance/
 */
export const evictionStrategy = oneOf(['LiveMigrateIfPossible', 'LiveMigrate', 'None']).default(
  'LiveMigrateIfPossible',
);

/** The keys of `drain`. */
const shutdown = field(
  z.strictObject({
    /**
     * Seconds for pods to leave the node. Pods that are left after that are stopped with the VM.
     */
    timeoutSeconds: wholeNumber(0).default(600),
    /** Seconds for the kubelet to stop pods that drains ignore, such as those of DaemonSets. */
    shutdownSeconds: wholeNumber(0).default(60),
  }),
  'a mapping with timeoutSeconds and shutdownSeconds',
);

/**
 * The time that a VM may take to shut down. KubeVirt waits for the sum of both and a margin.
 *
 * @example
 * drain:
 *   timeoutSeconds: 1800
 */
export const drain = shutdown.default(() => shutdown.parse({}));

/** The time that a VM may take to shut down. */
export type DrainConfig = z.output<typeof drain>;
