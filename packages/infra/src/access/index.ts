// SPDX-License-Identifier: Apache-2.0
// Entry point for tests and for the generator of docs/accounts.md: only tables, which load no SDK.
export { platformRights } from './platform-rights.ts';
export { accountMakerRights, insideRights, outsideRights } from './user-cluster-rights.ts';
