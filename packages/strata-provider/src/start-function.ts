// SPDX-License-Identifier: Apache-2.0

/** The only function of the plugin. It does nothing; a call makes the engine start the plugin. */
export const startFunction = 'strata:index:start';
