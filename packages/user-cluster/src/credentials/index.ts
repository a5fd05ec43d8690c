// SPDX-License-Identifier: Apache-2.0
export { clusterEnds } from './cluster-ends.ts';
export { createCredentialRules } from './credential-rules.ts';
