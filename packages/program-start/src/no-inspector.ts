// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

// The object that the runner calls through; an import would give a copy of it.
const v8Hooks = createRequire(import.meta.url)('@pulumi/pulumi/runtime/closure/v8Hooks.js') as {
  isInitializedAsync: () => Promise<void>;
};

/**
 * Does not turn on V8's debugger: the runner does so for each program, to know the scripts of functions
 * that are sent to clouds, and from then on V8 hashes and announces every script that it reads. If a
 * program did send a function, the SDK would turn it on then.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/index.ts `initializeHooks`
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/closure/v8Hooks.ts
 */
v8Hooks.isInitializedAsync = () => Promise.resolve();
