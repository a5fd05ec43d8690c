// SPDX-License-Identifier: Apache-2.0
export type { ApiReadyArgs } from './cluster/api-ready.ts';
export { ApiReady } from './cluster/api-ready.ts';
export type { PoolRolloutArgs } from './cluster/pool-rollout.ts';
export { PoolRollout } from './cluster/pool-rollout.ts';
export type { TenantCleanupArgs } from './cluster/tenant-cleanup.ts';
export { TenantCleanup } from './cluster/tenant-cleanup.ts';
export type { AuthorityArgs } from './keys/authority.ts';
export { Authority } from './keys/authority.ts';
export type { CertificateArgs } from './keys/certificate.ts';
export { Certificate } from './keys/certificate.ts';
export type { JoinTokenArgs } from './keys/join-token.ts';
export { JoinToken } from './keys/join-token.ts';
export type { RandomKeyArgs } from './keys/random-key.ts';
export { RandomKey } from './keys/random-key.ts';
export type { KubeconfigFacts } from './keys/render-kubeconfig.ts';
export { renderKubeconfig } from './keys/render-kubeconfig.ts';
export { SigningKey } from './keys/signing-key.ts';
export { resourceTypes } from './resource-types.ts';
