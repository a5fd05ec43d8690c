// SPDX-License-Identifier: Apache-2.0

/** Path of the swap file of the profile high-density. */
export const swapFile = '/var/lib/strata/swapfile';

/** Name of its systemd unit, which systemd requires to match the path. */
export const swapUnit = 'var-lib-strata-swapfile.swap';
