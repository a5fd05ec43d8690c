// SPDX-License-Identifier: Apache-2.0

/** The door of amounts as Kubernetes writes them. */
export type { Quantity } from './parse-quantity.ts';
export { parseQuantity } from './parse-quantity.ts';
export { count, mebibytes, thousandths } from './render-quantity.ts';
