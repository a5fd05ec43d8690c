// SPDX-License-Identifier: Apache-2.0
export { createClusterAccount } from './cluster-account.ts';
export { grantNamespace } from './grant-namespace.ts';
export { readAccount } from './read-account.ts';
