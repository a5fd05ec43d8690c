// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from 'yaml';

/** Fields of a stack's file about the key that encrypts its secrets. */
const keyFields = ['secretsprovider', 'encryptedkey', 'encryptionsalt'] as const;

/** Stack file without its secrets. */
export interface KeylessConfig {
  readonly text: string;
  /** Paths of the secrets, in the notation of `pulumi config set --path`. */
  readonly secrets: readonly string[];
}

/** Formats the keys and indexes on the way to a YAML node as a path. */
function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `["${step}"]`,
    )
    .join('');
}

/** Returns the configuration of a stack's file without its key and secrets. */
export function keylessConfig(text: string): KeylessConfig {
  const document = parseDocument(text);
  for (const field of keyFields) document.delete(field);
  const secrets: (string | number)[][] = [];
  const walk = (value: unknown, steps: readonly (string | number)[]): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => walk(item, [...steps, index]));
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      if (entries.length === 1 && entries[0]?.[0] === 'secure') secrets.push([...steps]);
      else for (const [key, item] of entries) walk(item, [...steps, key]);
    }
  };
  walk((document.toJS() as { readonly config?: unknown } | null)?.config ?? {}, []);
  for (const steps of secrets) document.setIn(['config', ...steps], '');
  return { text: document.toString(), secrets: secrets.map(pathOf) };
}
