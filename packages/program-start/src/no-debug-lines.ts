// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

// The object that the SDK calls through; an import would give a copy of it.
const log = createRequire(import.meta.url)('@pulumi/pulumi/log/index.js') as {
  debug: () => Promise<void>;
};

/**
 * Drops the SDK's debug lines: they go to the engine one by one, whether requested or not, and some
 * contain a whole answer of the engine, secrets included. Messages of engine and providers with
 * `--debug` remain.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/log/index.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/resource.ts
 * `registerResource`
 */
log.debug = () => Promise.resolve();
