// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

/** A message from the engine that contains the properties of a resource. */
type Struct = object;

interface Deserialize {
  deserializeProperties: (struct: Struct, keepSecrets: boolean) => object;
}

// The object that the library's server calls through; an import would give a copy of it.
const library = createRequire(import.meta.url)('@pulumi/policy/deserialize.js') as Deserialize;
const { deserializeProperties } = library;

const known = new WeakMap<Struct, object>();

/**
 * Makes Pulumi deserialize each message only once: it does so anew for every policy that could look
 * at a resource and at its provider, and for the whole stack for every policy of stacks. Sharing
 * the result is safe because rules only read. Remediations may change what they get, so they still
 * get their own.
 *
 * @see https://github.com/pulumi/pulumi-policy/blob/v1.21.0/sdk/nodejs/policy/server.ts
 * `makeAnalyzeRpcFun`
 */
library.deserializeProperties = (struct, keepSecrets) => {
  if (keepSecrets) return deserializeProperties(struct, keepSecrets);
  const before = known.get(struct);
  if (before !== undefined) return before;
  const properties = deserializeProperties(struct, keepSecrets);
  known.set(struct, properties);
  return properties;
};
