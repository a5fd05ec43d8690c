// SPDX-License-Identifier: Apache-2.0

/** The input that counts how often work was done once more though nothing else changed. No program sets it. */
export const repeats = 'repeats';

/** The input that says since when something is good: ISO 8601, to the second. No program sets it. */
export const validFrom = 'validFrom';
