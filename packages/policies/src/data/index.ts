// SPDX-License-Identifier: Apache-2.0
export { dataProtected } from './data-protected.ts';
export { secretInputsSecret } from './secret-inputs.ts';
