// SPDX-License-Identifier: Apache-2.0
export type { AddonsConfig, SriovPolicyConfig } from './addons-config.ts';
export { addonsConfig, sriovPrefix, sriovResources } from './addons-config.ts';
