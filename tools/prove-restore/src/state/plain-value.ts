// SPDX-License-Identifier: Apache-2.0
import { ProveError } from '../prove-error.ts';

/** Key of special values in states. @see https://www.pulumi.com/docs/iac/concepts/secrets/ */
const signatureKey = '4dabf18193072939515e22adb298388d';
const secretSignature = '1b47061264138c4ac30d75fd1eb44270';

/**
 * Returns a value of a state with its secrets in plain.
 *
 * @throws ProveError when they are encrypted.
 */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  if (fields[signatureKey] === secretSignature) {
    if (typeof fields.plaintext === 'string') return plainValue(JSON.parse(fields.plaintext));
    throw new ProveError(
      'The secrets of the state are encrypted; export it with: pulumi -C packages/user-cluster stack export --show-secrets --stack <environment>.<cluster>',
    );
  }
  return Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, plainValue(one)]));
}
