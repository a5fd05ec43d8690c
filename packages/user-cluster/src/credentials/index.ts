// SPDX-License-Identifier: Apache-2.0
export { createCredentialRules } from './credential-rules.ts';
