// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, trueOrFalse } from '@strata/contracts/fields';

/**
 * Applications that the stack installs inside the cluster, at the versions of the platform's release.
 * Turning one on or off replaces no machine.
 *
 * @example
 * applications:
 *   metricsServer: true
 */
export const applications = field(
  z.strictObject({
    /**
     * metrics-server: use of CPU and memory, for `kubectl top` and HorizontalPodAutoscalers.
     * @default false
     */
    metricsServer: trueOrFalse().default(false),
  }),
  'a mapping with metricsServer',
).prefault({});
