// SPDX-License-Identifier: Apache-2.0
import { optionalOperators } from '@strata/contracts';
import type { PodSecurityTable } from '@strata/manifest-objects';

/** Pod Security levels of the namespaces of the operators. */
export const podSecurity: PodSecurityTable = Object.fromEntries(
  Object.entries(optionalOperators).map(([name, operator]) => [name, operator.podSecurity]),
);
