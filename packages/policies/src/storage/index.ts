// SPDX-License-Identifier: Apache-2.0
export { storageServed } from './storage-served.ts';
