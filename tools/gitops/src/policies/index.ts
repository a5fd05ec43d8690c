// SPDX-License-Identifier: Apache-2.0
export type { JudgedStack } from './policy-flags.ts';
export { policyFlags } from './policy-flags.ts';
