// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import { cdiFeatureGates } from './containerized-data-importer.ts';

/** CDI's and the disk images' part of the configuration. */
export const checkImages: Check = ({ cdi }) =>
  (cdi?.featureGates ?? []).flatMap((gate, index) =>
    cdiFeatureGates.includes(gate)
      ? []
      : [
          {
            path: ['cdi', 'featureGates', index],
            message: `CDI has no feature gate "${gate}"; ${suggestion(gate, cdiFeatureGates)}`,
          },
        ],
  );
