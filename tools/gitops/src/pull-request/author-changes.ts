// SPDX-License-Identifier: Apache-2.0
import { compareText } from '../report/compare-text.ts';
import type { CommittedFile } from './committed-files.ts';
import { extendingClusters } from './extending-clusters.ts';
import type { ClusterName } from './cluster-name.ts';
import { compareYaml } from './compare-yaml.ts';
import type { FieldChange } from './compare-yaml.ts';
import { sealSecretFields } from './secret-fields.ts';
import { yamlWords } from './yaml-words.ts';
import type { Words } from './yaml-words.ts';

/** Changes that the author of a pull request made to one file under `stacks`. */
export interface FileChange {
  /** Below `stacks`: `user-cluster/Pulumi.prod.shop.yaml`. */
  readonly file: string;
  readonly kind: 'new' | 'removed' | 'changed';
  /** Undefined: it cannot be compared, for one of its versions is no YAML, or is too large. */
  readonly fields?: readonly FieldChange[];
  /** Of a profile: the clusters that extend it, before the change or after it. */
  readonly clusters?: readonly ClusterName[];
}

/** Changed files outside `stacks`. */
export interface CodeChange {
  /** `packages/user-cluster`, `docs`, or `.` for files of the root. */
  readonly place: string;
  readonly files: number;
}

/** Changes that the author of a pull request made. */
export interface AuthorChanges {
  readonly files: readonly FileChange[];
  readonly code: readonly CodeChange[];
}

/** Folders whose own folders are packages. */
const ofPackages: readonly string[] = ['packages', 'tools'];

type Mapping = Readonly<Record<string, Words>>;

const isMapping = (value: Words | undefined): value is Mapping =>
  typeof value === 'object' && !Array.isArray(value);

/** A file's values as its people call them: without `config:` and the prefix of its program. */
function ownWords(file: string, text: string): Words {
  const words = yamlWords(text);
  if (!isMapping(words) || !isMapping(words.config)) return words;
  const { config, ...more } = words;
  const folder = file.split('/')[1] ?? '';
  const program = folder === 'profiles' ? 'user-cluster' : folder;
  const prefix = `${program}:`;
  const own = Object.entries(config).map(([key, value]) => [
    key.startsWith(prefix) ? key.slice(prefix.length) : key,
    value,
  ]);
  return { ...sealSecretFields(program, Object.fromEntries(own) as Mapping), ...more };
}

type Files = ReadonlyMap<string, CommittedFile>;

function fileChange(path: string, before: Files, after: Files): FileChange {
  const [old, now] = [before.get(path), after.get(path)];
  const file = path.slice('stacks/'.length);
  const extending = extendingClusters(path, [before, after]);
  const change = { file, ...(extending.length > 0 && { clusters: extending }) };
  if (now === undefined) return { ...change, kind: 'removed' };
  const kind = old === undefined ? 'new' : 'changed';
  try {
    const words = old === undefined ? {} : ownWords(path, old.text);
    return { ...change, kind, fields: compareYaml(words, ownWords(path, now.text)) };
  } catch {
    // Its preview says what is wrong with it.
    return { ...change, kind };
  }
}

function placeOf(path: string): string {
  const [first = '', second, third] = path.split('/');
  if (second === undefined) return '.';
  return ofPackages.includes(first) && third !== undefined ? `${first}/${second}` : first;
}

/** Changed files outside `stacks`, by the package or folder that they are in. */
function codeChanges(paths: readonly string[]): CodeChange[] {
  const places = Map.groupBy(paths, placeOf);
  return [...places]
    .map(([place, files]) => ({ place, files: files.length }))
    .sort((a, b) => compareText(a.place, b.place));
}

/**
 * Returns the differences between two commits, with keys in the short form that people use.
 *
 * @param changed - paths of all files that differ.
 */
export function authorChanges(
  changed: readonly string[],
  before: Files,
  after: Files,
): AuthorChanges {
  const isRead = (path: string) => before.has(path) || after.has(path);
  return {
    files: changed
      .filter(isRead)
      .sort(compareText)
      .map((path) => fileChange(path, before, after)),
    code: codeChanges(changed.filter((path) => !isRead(path))),
  };
}
