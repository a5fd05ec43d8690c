// SPDX-License-Identifier: Apache-2.0
export { checkIsolation } from './check-isolation.ts';
export { Ground } from './ground.ts';
export { isolate } from './isolation.ts';
export type { NamespaceOwner } from './namespace-owner.ts';
export type { Protection } from './protection.ts';
export { protection } from './protection.ts';
export { createQuota } from './quota.ts';
export { bastion, controllers, ports } from './render-isolation.ts';
export type { TenantNamespaceArgs } from './tenant-namespace.ts';
export { createTenantNamespace } from './tenant-namespace.ts';
