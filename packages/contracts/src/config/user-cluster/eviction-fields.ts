// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf, wholeNumber } from '../field.ts';

/**
 * What happens to a machine when its host is drained.
 *
 * - `LiveMigrateIfPossible`: it moves if it can; else it drains itself, shuts down, and starts
 *   again elsewhere.
 * - `LiveMigrate`: it moves; where it cannot, the drain of the host waits for ever.
 * - `None`: it never moves; it shuts down and starts again elsewhere.
 *
 * KubeVirt's `External` is not offered: it needs a controller that acts on it.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/node_maintenance/
 */
export const evictionStrategy = oneOf(['LiveMigrateIfPossible', 'LiveMigrate', 'None']).default(
  'LiveMigrateIfPossible',
);

/** What `drain` may say. */
const shutdown = field(
  z.strictObject({
    /** For pods to leave, in seconds. What is still there after that is stopped with the machine. */
    timeoutSeconds: wholeNumber(0).default(600),
    /** For the kubelet to stop what drains leave alone, such as pods of DaemonSets, in seconds. */
    shutdownSeconds: wholeNumber(0).default(60),
  }),
  'a mapping with timeoutSeconds and shutdownSeconds',
);

/** How long a machine may take to shut down. The two and a margin are what KubeVirt waits for. */
export const drain = shutdown.default(() => shutdown.parse({}));

/** How long a machine may take to shut down. */
export type DrainConfig = z.output<typeof drain>;
