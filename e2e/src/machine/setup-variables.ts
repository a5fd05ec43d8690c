// SPDX-License-Identifier: Apache-2.0

/** The variable that names the folder in which tests put what they make; the setup makes it. */
export const folder = 'STRATA_MACHINE_DIR';

/** The variable by which tests learn why they are skipped; unset when they are not. */
export const missing = 'STRATA_MACHINE_MISSING';
