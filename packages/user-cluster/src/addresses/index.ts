// SPDX-License-Identifier: Apache-2.0
export { blocksOf } from './blocks-of.ts';
export { checkAddresses } from './check-addresses.ts';
export type { TenantAddresses } from './load-balancer-pool.ts';
export {
  checkPoolAddress,
  endpointPool,
  poolOf,
  tenantAddresses,
  toBlocks,
} from './load-balancer-pool.ts';
export { masqueradeRange } from './masquerade-range.ts';
export { checkTakenAddress } from './taken-address.ts';
