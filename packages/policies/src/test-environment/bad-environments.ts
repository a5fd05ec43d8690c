// SPDX-License-Identifier: Apache-2.0
import { diskFiles } from '@strata/plan-check';
import type { FileSource } from '@strata/plan-check';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { asRemediation, sealed } from '../test-pulumi-values.ts';
import type { TestResource } from '../test-violations.ts';

/** A resource, as Pulumi's YAML programs have it. */
export interface YamlResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly options?: { readonly dependsOn?: readonly string[]; readonly protect?: boolean };
}

/** One file of bad-environments: one thing that is wrong, and what must be said about it. */
export interface BadEnvironment {
  /** Whose file is changed. @default staging */
  readonly environment?: string;
  /** What is changed in files of the repository: JSON merge patches (RFC 7386) by their names. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** What some program would make. */
  readonly resources?: Readonly<Record<string, YamlResource>>;
  /** `<policy or gate>: <message>`, all of them. */
  readonly refusals: readonly string[];
}

const folder = fileURLToPath(new URL('../../bad-environments/', import.meta.url));
const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** All of them, by the name of what must refuse it. */
export function badEnvironments(): readonly (readonly [string, BadEnvironment])[] {
  return readdirSync(folder)
    .sort()
    .map((file) => [
      file.replace(/\.yaml$/, ''),
      parse(readFileSync(`${folder}${file}`, 'utf8')) as BadEnvironment,
    ]);
}

type Mapping = Readonly<Record<string, unknown>>;

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @see https://www.rfc-editor.org/rfc/rfc7386 */
function merge(target: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch;
  const merged: Record<string, unknown> = isMapping(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

/** The files of the repository with changes; YAML is read and written as what it means. */
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

/** All changes of some bad environments at once, as one patch for each file. */
export function allChanges(environments: readonly BadEnvironment[]): Mapping {
  const changes = environments.map(({ files = {} }) => files);
  return changes.reduce<Mapping>((all, one) => merge(all, one) as Mapping, {});
}

/** Text inside of `fn::secret` is what the engine calls a secret. */
function onTheWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onTheWire);
  if (!isMapping(value)) return value;
  if ('fn::secret' in value) return sealed(value['fn::secret']);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onTheWire(one)]));
}

/** What a program would make, as policies see it. */
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
