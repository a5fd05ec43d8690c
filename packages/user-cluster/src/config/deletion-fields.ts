// SPDX-License-Identifier: Apache-2.0
import { field, oneOf, trueOrFalse } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * Protection of the cluster from deletion, and handling of its data.
 *
 * @example
 * deletion:
 *   protect: false
 */
export const deletion = field(
  z.strictObject({
    /**
     * Whether a destroy is refused before it begins. To delete the cluster, set this to `false`,
     * bring the stack up once, and destroy it.
     *
     * @default true: a cluster has data from its first day on
     * @see https://www.pulumi.com/docs/iac/concepts/options/protect/
     */
    protect: trueOrFalse().default(true),
    /**
     * Whether a deletion of the cluster keeps the disks that hold data: etcd's disks, and the
     * volumes of the user cluster. `retain`: they stay in the cluster's namespace, which then stays
     * as well, until somebody deletes them. `delete`: they are deleted with the cluster.
     *
     * @default "retain"
     */
    volumes: oneOf(['retain', 'delete']).default('retain'),
    /**
     * Behaviour of a destroy if the user cluster's API does not answer, so that its LoadBalancer
     * Services and volumes cannot be deleted from inside. `fail`: the destroy stops, and nothing is
     * lost. `skip`: the destroy continues, and the objects on the infra cluster that belong to
     * these Services and volumes are deleted with the cluster's namespace, or stay in it. Use
     * `skip` only for a cluster that cannot be repaired.
     *
     * @default "fail"
     */
    unreachable: oneOf(['fail', 'skip']).default('fail'),
  }),
  'a mapping with protect, volumes or unreachable',
).prefault({});
