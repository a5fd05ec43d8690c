// SPDX-License-Identifier: Apache-2.0

/** Input that counts how often work was repeated although no other input changed. No program sets it. */
export const repeats = 'repeats';

/** Input with the start of the current term in ISO 8601, without fractions of a second. No program sets it. */
export const validFrom = 'validFrom';
