// SPDX-License-Identifier: Apache-2.0
import { diskFiles } from '@strata/contracts/file-source';
import type { FileSource } from '@strata/contracts/file-source';
import { isMapping } from '@strata/contracts/mapping';
import type { Mapping } from '@strata/contracts/mapping';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { asRemediation, sealed } from '../test-pulumi-values.ts';
import type { TestResource } from '../test-violations.ts';

/** A resource in the format of Pulumi's YAML programs. */
export interface YamlResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly options?: { readonly dependsOn?: readonly string[]; readonly protect?: boolean };
}

/** A file of bad-environments: one mistake, and the messages that must report it. */
export interface BadEnvironment {
  /** The environment whose files are changed. @default staging */
  readonly environment?: string;
  /** Changes of files of the repository: JSON merge patches (RFC 7386) by file name. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Resources that some program would make. */
  readonly resources?: Readonly<Record<string, YamlResource>>;
  /** All expected messages, as `<policy or gate>: <message>`. */
  readonly refusals: readonly string[];
}

const folder = fileURLToPath(new URL('../../bad-environments/', import.meta.url));
const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns all bad environments, by the name of the policy or gate that must reject them. */
export function badEnvironments(): readonly (readonly [string, BadEnvironment])[] {
  return readdirSync(folder)
    .sort()
    .map((file) => [
      file.replace(/\.yaml$/, ''),
      parse(readFileSync(`${folder}${file}`, 'utf8')) as BadEnvironment,
    ]);
}

/** Applies a JSON merge patch. @see https://www.rfc-editor.org/rfc/rfc7386 */
function merge(target: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch;
  const merged: Record<string, unknown> = isMapping(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

/** Returns the files of the repository with changes; YAML is parsed and written again. */
export function changedFiles(changes: Mapping = {}): FileSource {
  const disk = diskFiles(repository);
  const write = (file: string, value: unknown) =>
    file.endsWith('.json') ? JSON.stringify(value) : stringify(value);
  return {
    list: (path) => disk.list(path),
    read: (file) => {
      const text = disk.read(file);
      const patch = changes[file];
      return patch === undefined ? text : write(file, merge(parse(text ?? '{}'), patch));
    },
  };
}

/** Combines the changes of some bad environments into one patch for each file. */
export function allChanges(environments: readonly BadEnvironment[]): Mapping {
  const changes = environments.map(({ files = {} }) => files);
  return changes.reduce<Mapping>((all, one) => merge(all, one) as Mapping, {});
}

/** Encodes text inside of `fn::secret` the way the engine encodes a secret. */
function onTheWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onTheWire);
  if (!isMapping(value)) return value;
  if ('fn::secret' in value) return sealed(value['fn::secret']);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onTheWire(one)]));
}

/** Returns the resources that a program would make, as policies see them. */
export function programResources(
  resources: NonNullable<BadEnvironment['resources']>,
): TestResource[] {
  return Object.entries(resources).map(([name, { options = {}, properties, type }]) => ({
    type,
    name,
    props: asRemediation(onTheWire(properties) as object),
    ...options,
  }));
}
