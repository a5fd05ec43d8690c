// SPDX-License-Identifier: Apache-2.0
export { checkDelivery } from './check-delivery.ts';
export { createDelivery } from './delivery.ts';
export { tellDelivery } from './tell-delivery.ts';
