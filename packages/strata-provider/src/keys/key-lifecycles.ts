// SPDX-License-Identifier: Apache-2.0
// Entry point for tests without Pulumi that boot VMs with the keys and certificates that a stack
// would create, and that do to clusters what a stack would do.
export { secretsRewriteLifecycle } from '../cluster/secrets-rewrite-lifecycle.ts';
export { systemClock } from '../lifecycle/clock.ts';
export { authorityLifecycle } from './authority-lifecycle.ts';
export { certificateLifecycle } from './certificate-lifecycle.ts';
export { joinTokenLifecycle } from './join-token-lifecycle.ts';
export { randomKeyLifecycle } from './random-key-lifecycle.ts';
export { signingKeyLifecycle } from './signing-key-lifecycle.ts';
