// SPDX-License-Identifier: Apache-2.0
export { allowedImages } from './allowed-images.ts';
