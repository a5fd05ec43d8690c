// SPDX-License-Identifier: Apache-2.0
export { networkPolicyNoEmptyRule } from './network-policy-no-empty-rule.ts';
