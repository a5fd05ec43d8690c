// SPDX-License-Identifier: Apache-2.0
import { labelKeys, managedBy } from '@strata/contracts';

/** Returns the query of a list that selects objects by their labels. */
export const selecting = (selector: string): string =>
  `?labelSelector=${encodeURIComponent(selector)}`;

/** The query of a list of objects that Strata made. */
export const ownObjects = selecting(`${labelKeys.managedBy}=${managedBy}`);
