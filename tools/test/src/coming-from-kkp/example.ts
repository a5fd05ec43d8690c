// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderShipped } from '@strata/config-fuzz';
import { stackFile } from '@strata/contracts';
import { parse } from 'yaml';
import { exampleStacks } from './pair.ts';
import type { ExampleStack } from './pair.ts';

/** Root folder of the repository. */
export const root = resolve(import.meta.dirname, '../../../..');

const step = /\["(?<quoted>[^"]+)"\]|\[(?<index>\d+)\]|(?<key>[^.[\]]+)/g;

/** Returns the value at a path such as `pools[0].labels["a.b/c"]`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return [...path.matchAll(step)].reduce<unknown>((outer, { groups = {} }) => {
    const key = groups.quoted ?? groups.index ?? groups.key ?? '';
    if (typeof outer !== 'object' || outer === null) return undefined;
    return Object.hasOwn(outer, key) ? (outer as Record<string, unknown>)[key] : undefined;
  }, value);
}

/** Returns the configuration of a stack of the example, with keys without the program's prefix. */
export function exampleConfig(name: ExampleStack): Readonly<Record<string, unknown>> {
  const { program, stack } = exampleStacks[name];
  const file = stackFile({ project: program, stack });
  const { config } = parse(readFileSync(join(root, file), 'utf8')) as {
    readonly config: Readonly<Record<string, unknown>>;
  };
  const entries = Object.entries(config);
  return Object.fromEntries(entries.map(([key, value]) => [key.replace(`${program}:`, ''), value]));
}

/** Parses a text that is JSON. Returns other texts without surrounding white space. */
function opened(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.trim();
  }
}

interface CloudConfig {
  readonly write_files: readonly { readonly path: string; readonly content: string }[];
}

/** Returns the cloud-config in a Secret, with its files by their paths. */
function cloudConfig(inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = valueAt(inputs, 'stringData.userdata');
  if (typeof text !== 'string') return {};
  const owner = String(valueAt(inputs, 'metadata.name')).replace(/-userdata-.*/, '');
  const document = parse(text) as CloudConfig;
  const files = document.write_files.map(({ content, path }) => [path, opened(content)]);
  return { [`CloudConfig ${owner}`]: { ...document, files: Object.fromEntries(files) as object } };
}

function objectsIn(
  type: string,
  inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (type === 'command:local:Command' && typeof inputs.stdin === 'string') {
    const manifest = parse(inputs.stdin) as { readonly kind: string; readonly name: string };
    return { [`${manifest.kind} ${manifest.name}`]: manifest };
  }
  if (type === 'strata:cluster:PoolRollout')
    return { [`PoolRollout ${String(inputs.pool)}`]: inputs };
  const { data, kind } = inputs;
  if (typeof kind !== 'string') return {};
  const texts = kind === 'ConfigMap' ? Object.entries((data ?? {}) as Record<string, string>) : [];
  const whole =
    texts.length === 0
      ? inputs
      : { ...inputs, data: Object.fromEntries(texts.map(([key, text]) => [key, opened(text)])) };
  const name = String(valueAt(inputs, 'metadata.name'));
  return { [`${kind} ${name}`]: whole, ...cloudConfig(inputs) };
}

/** Returns the objects that a stack of the example makes, by kind and name. */
export async function exampleObjects(name: ExampleStack): Promise<Record<string, unknown>> {
  const { program, stack } = exampleStacks[name];
  const { resources } = await renderShipped(program, stack);
  return Object.assign(
    {},
    ...resources.map(({ inputs, type }) => objectsIn(type, inputs)),
  ) as Record<string, unknown>;
}
