// SPDX-License-Identifier: Apache-2.0
export { noFormerGates } from './no-former-gates.ts';
export { versionsCompatible } from './versions-compatible.ts';
