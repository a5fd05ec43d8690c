// SPDX-License-Identifier: Apache-2.0
import { trueOrFalse } from '@strata/contracts/fields';

/**
 * Whether all pools have no VMs for a while. The control plane keeps running, so that the API, volumes,
 * addresses and backups stay; `pools` keeps its numbers, which hold again once the key is gone.
 *
 * @example
 * hibernated: true
 *
 * @default false
 * @see docs/decisions/0043-hibernation-is-a-commit.md
 */
export const hibernated = trueOrFalse().default(false);
