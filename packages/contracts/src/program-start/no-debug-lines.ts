// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

// The very object that the SDK calls through: an import would be a copy of it.
const log = createRequire(import.meta.url)('@pulumi/pulumi/log/index.js') as {
  debug: () => Promise<void>;
};

/**
 * Debug lines of the SDK go to the engine one by one, whether anybody wants them or not, and some hold
 * a whole answer of the engine, secrets included. What engine and providers say with `--debug` stays.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/log/index.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/resource.ts `registerResource`
 */
log.debug = () => Promise.resolve();
