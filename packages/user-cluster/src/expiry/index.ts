// SPDX-License-Identifier: Apache-2.0
export { announceExpiry } from './announce-expiry.ts';
export { expiryTime, expiryWarningDays } from './cluster-expiry.ts';
