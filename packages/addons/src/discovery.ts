// SPDX-License-Identifier: Apache-2.0

/** The operator that labels hosts with what their hardware can do. */
export const discovery = 'node-feature-discovery';
