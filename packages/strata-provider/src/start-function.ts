// SPDX-License-Identifier: Apache-2.0

/** The one function of the plugin, which does nothing: to be called is to have been started. */
export const startFunction = 'strata:index:start';
