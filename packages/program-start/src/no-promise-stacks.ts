// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import { env } from 'node:process';

type DebuggablePromise = (promise: Promise<unknown>, context: string) => Promise<unknown>;

// The object that the SDK calls through; an import would give a copy of it.
const debuggable = createRequire(import.meta.url)('@pulumi/pulumi/runtime/debuggable.js') as {
  debuggablePromise: DebuggablePromise;
};

const original = debuggable.debuggablePromise;

/**
 * Does not write out where each promise of the SDK was made, about ten of them for a resource: only
 * PULUMI_DEBUG_PROMISE_LEAKS shows it. Promises that are left at the end are found as before.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/debuggable.ts
 * `debuggablePromise`
 */
const withoutStack: DebuggablePromise = (promise, context) => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return original(promise, context);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

if (!env.PULUMI_DEBUG_PROMISE_LEAKS) debuggable.debuggablePromise = withoutStack;
