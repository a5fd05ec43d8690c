// SPDX-License-Identifier: Apache-2.0

/** Entry point for quantities in Kubernetes' notation. */
export type { Quantity } from './parse-quantity.ts';
export { parseQuantity } from './parse-quantity.ts';
export { count, mebibytes, thousandths } from './render-quantity.ts';
