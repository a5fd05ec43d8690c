// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from 'yaml';

/** What a stack's file says about the key that its secrets are encrypted with. */
const keyFields = ['secretsprovider', 'encryptedkey', 'encryptionsalt'] as const;

/** A stack's file without its secrets. */
export interface KeylessConfig {
  readonly text: string;
  /** Where the secrets were, as `pulumi config set --path` writes it. */
  readonly secrets: readonly string[];
}

/** A step of a path, as the keys and numbers of YAML nodes are found by the way. */
function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `["${step}"]`,
    )
    .join('');
}

/** The configuration of a stack's file for somebody without its key. */
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
