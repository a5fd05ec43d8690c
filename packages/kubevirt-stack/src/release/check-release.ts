// SPDX-License-Identifier: Apache-2.0
import { releases, suggestion } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';

/** The release's part of the configuration. */
export const checkRelease: Check = (config, { release }) =>
  config.release === undefined || release !== undefined
    ? []
    : [
        {
          path: ['release'],
          message: `no release "${config.release}"; ${suggestion(
            config.release,
            releases.map(({ name }) => name),
          )}`,
        },
      ];
