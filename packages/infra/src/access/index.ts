// SPDX-License-Identifier: Apache-2.0
// The door for tests and for the page of accounts: tables alone, which load no SDK.
export { platformRights } from './platform-rights.ts';
export { accountMakerRights, insideRights, outsideRights } from './user-cluster-rights.ts';
