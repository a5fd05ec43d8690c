// SPDX-License-Identifier: Apache-2.0
// How keys and certificates are made, for those who have no Pulumi around them: tests that boot
// machines with the keys that a stack would have given them.
export { systemClock } from '../lifecycle/clock.ts';
export { authorityLifecycle } from './authority-lifecycle.ts';
export { certificateLifecycle } from './certificate-lifecycle.ts';
export { joinTokenLifecycle } from './join-token-lifecycle.ts';
export { randomKeyLifecycle } from './random-key-lifecycle.ts';
export { signingKeyLifecycle } from './signing-key-lifecycle.ts';
