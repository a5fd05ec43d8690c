// SPDX-License-Identifier: Apache-2.0
export { apiUrl } from './api-url.ts';
export type { TokenFacts } from './bootstrap-token.ts';
export { renderBootstrapToken } from './bootstrap-token.ts';
export type { ClientKubeconfig, ClientKubeconfigArgs } from './client-kubeconfig.ts';
export { createClientKubeconfig } from './client-kubeconfig.ts';
export { ClusterKeys } from './cluster-keys.ts';
export { createSecretsRewrite } from './secrets-rewrite.ts';
export type { CredentialEnd, KeyTerm } from './key-terms.ts';
export { keyTerms } from './key-terms.ts';
export type { PersonBinding } from './person-roles.ts';
export { personGroup, renderPersonBindings } from './person-roles.ts';
