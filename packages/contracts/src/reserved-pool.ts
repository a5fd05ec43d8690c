// SPDX-License-Identifier: Apache-2.0

/** Keys of an address pool that say whose Services get its addresses. */
export interface PoolUse {
  readonly autoAssign: boolean;
  /** The cluster that the pool is for; undefined where it is for all. */
  readonly boundTo?: string | undefined;
}

/** Returns whether MetalLB gives no other cluster's Service an address of the pool by itself. */
export const isReservedPool = ({ autoAssign, boundTo }: PoolUse): boolean =>
  boundTo !== undefined || !autoAssign;
