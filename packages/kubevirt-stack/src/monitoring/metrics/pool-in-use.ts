// SPDX-License-Identifier: Apache-2.0

/** Returns the expression of the share of its addresses of one family that Services have, of each pool with some. */
export const poolInUse = (family: 'ipv4' | 'ipv6'): string =>
  `max by (pool) (metallb_allocator_${family}_addresses_in_use_total / (metallb_allocator_${family}_addresses_total > 0))`;
