// SPDX-License-Identifier: Apache-2.0
export type { TestHost, TestHostOptions } from './test-host.ts';
export { Resource } from './resource.ts';
export { newPrivateKey, testHost } from './test-host.ts';
