// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

/** A message of the engine's that holds the properties of a resource. */
type Struct = object;

interface Deserialize {
  deserializeProperties: (struct: Struct, keepSecrets: boolean) => object;
}

// The very object that the library's server calls through: an import would be a copy of it.
const library = createRequire(import.meta.url)('@pulumi/policy/deserialize.js') as Deserialize;
const { deserializeProperties } = library;

const known = new WeakMap<Struct, object>();

/**
 * Pulumi makes data of a resource, and of its provider, anew for every policy that could look at it,
 * and of the whole stack for every policy that looks at stacks. Here it does so once a message: rules
 * only read. What remediations get is theirs to change and stays as it is.
 *
 * @see https://github.com/pulumi/pulumi-policy/blob/v1.21.0/sdk/nodejs/policy/server.ts `makeAnalyzeRpcFun`
 */
library.deserializeProperties = (struct, keepSecrets) => {
  if (keepSecrets) return deserializeProperties(struct, keepSecrets);
  const before = known.get(struct);
  if (before !== undefined) return before;
  const properties = deserializeProperties(struct, keepSecrets);
  known.set(struct, properties);
  return properties;
};
