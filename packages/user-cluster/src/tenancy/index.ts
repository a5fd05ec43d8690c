// SPDX-License-Identifier: Apache-2.0
export { checkIsolation } from './check-isolation.ts';
export { Ground } from './ground.ts';
export type { IsolationArgs } from './isolation.ts';
export { Isolation } from './isolation.ts';
export type { Protection } from './protection.ts';
export { protection } from './protection.ts';
export { Quota } from './quota.ts';
export { bastion, controllers, ports } from './render-isolation.ts';
export type { TenantNamespaceArgs } from './tenant-namespace.ts';
export { TenantNamespace } from './tenant-namespace.ts';
