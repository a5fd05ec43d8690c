// SPDX-License-Identifier: Apache-2.0
import { Secret } from '@pulumi/policy';
import { secretValue, unknownValue } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * The key under which Pulumi's proxies return their target. Pulumi does not document it; the test
 * beside this file checks it for the pinned version.
 *
 * @see https://github.com/pulumi/pulumi-policy/blob/v1.21.0/sdk/nodejs/policy/proxy.ts
 */
const behindProxy = '__getSpecialProxyTarget';

/**
 * Returns the target behind both proxies of a remediation's inputs: one that detects unknown
 * values, around one that opens secrets.
 */
function behind(owner: object): object {
  const once = (owner as Record<string, object | undefined>)[behindProxy] ?? owner;
  return (once as Record<string, object | undefined>)[behindProxy] ?? once;
}

function readOne(owner: object, key: string): Json | undefined {
  if ((behind(owner) as Record<string, unknown>)[key] instanceof Secret) return secretValue;
  let value: unknown;
  try {
    value = (owner as Record<string, unknown>)[key];
  } catch {
    return unknownValue;
  }
  if (Array.isArray(value)) {
    return Array.from({ length: value.length }, (_, index) => readOne(value, `${index}`) ?? null);
  }
  return typeof value === 'object' && value !== null
    ? readSealed(value)
    : (value as Json | undefined);
}

/**
 * Returns the inputs of a resource as a remediation gets them, with {@link secretValue} for every
 * secret.
 */
export function readSealed(props: object): JsonObject {
  return Object.fromEntries(
    Object.keys(behind(props)).flatMap((key) => {
      const value = readOne(props, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
