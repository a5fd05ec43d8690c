// SPDX-License-Identifier: Apache-2.0

/** The swap file of the profile high-density. */
export const swapFile = '/var/lib/strata/swapfile';

/** systemd wants a unit to be named after its path. */
export const swapUnit = 'var-lib-strata-swapfile.swap';
