// SPDX-License-Identifier: Apache-2.0
import { field, wholeNumberTo } from '@strata/contracts/fields';
import { z } from 'zod';

/** Default of `bootSeconds`. */
export const defaultBootSeconds = 3600;

/**
 * When a VM of a pool is restarted because it does not answer at the port of its kubelet, which is then
 * dead, or the whole guest is. Its root disk and its name stay. The kubelet of the infra cluster's host
 * asks: KubeVirt makes it a liveness probe, and no controller is added. Changing it replaces the pool's
 * VMs.
 *
 * @example
 * autoRestart:
 *   unreachableSeconds: 600
 *
 * @default never
 * @see https://kubevirt.io/user-guide/user_workloads/liveness_and_readiness_probes/
 */
export const autoRestart = field(
  z.strictObject({
    /**
     * Seconds for which the port must have been closed. The VM is then shut down as for a drain, which
     * takes a guest that hangs all of the time that `drain` gives it.
     */
    unreachableSeconds: wholeNumberTo(60, 2_147_483_647),
    /** Seconds after each start of a VM for which nobody asks: enough for its first boot. */
    bootSeconds: wholeNumberTo(60, 2_147_483_647).default(defaultBootSeconds),
  }),
  'a mapping with unreachableSeconds',
).optional();
