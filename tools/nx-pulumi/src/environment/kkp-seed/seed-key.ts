// SPDX-License-Identifier: Apache-2.0
import type { LeftOut } from '../../user-cluster/translate/left-out.ts';
import type { Source } from '../../user-cluster/translate/source.ts';
import { takeUsual } from '../../user-cluster/translate/usual-values.ts';

interface UpstreamKey {
  /** Line of the key in {@link upstreamFile}. */
  readonly line: number;
  /** Values with which a key asks for nothing that a new environment would not have. @default none */
  readonly usual?: readonly string[];
}

/** A key with a counterpart. */
interface KeptKey extends UpstreamKey {
  /** The counterpart, with its program: of the platform, or of the profile for its user clusters. */
  readonly becomes: string;
}

/** A key without a counterpart. */
interface LeftOutKey extends UpstreamKey {
  /** The reason, as messages say it. */
  readonly leftOut: string;
}

/** A key below one without a counterpart. */
interface InnerKey extends UpstreamKey {
  /** Path of that one. */
  readonly of: string;
}

/** A key of a Seed, and what a new environment makes of it. */
export type SeedKey = InnerKey | KeptKey | LeftOutKey;

/** Keys by their path. Entries of lists have the path of their list, with `[]` behind it. */
export type SeedKeys = Readonly<Record<string, SeedKey>>;

/** File of KKP 2.31.0 to which the lines of keys belong. */
export const upstreamFile =
  'https://github.com/kubermatic/kubermatic/blob/v2.31.0/sdk/apis/kubermatic/v1/datacenter.go';

/** Returns keys with the path of what they are in. */
export function below(path: string, keys: SeedKeys): SeedKeys {
  return Object.fromEntries(
    Object.entries(keys).map(([key, row]) => [
      `${path}.${key}`,
      'of' in row ? { ...row, of: `${path}.${row.of}` } : row,
    ]),
  );
}

/** Returns the reasons of keys without a counterpart, as messages about them are made. */
export function leftOutOf(keys: SeedKeys): LeftOut {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, row]) =>
      'leftOut' in row ? [[key.replaceAll('[]', ''), row.leftOut] as const] : [],
    ),
  );
}

/** Counts the values of a key as read, in each entry of its list. */
function takeKey(source: Source, key: string): void {
  const [list = '', ...rest] = key.split('[].');
  if (rest.length === 0) source.take(list);
  else for (const entry of source.entries(list)) takeKey(entry, rest.join('[].'));
}

/** Counts the values of keys as read that have a counterpart, or that ask for nothing. */
export function takeKept(source: Source, keys: SeedKeys): void {
  for (const [key, row] of Object.entries(keys)) {
    if ('becomes' in row) takeKey(source, key);
    takeUsualKey(source, key, row.usual ?? []);
  }
}

function takeUsualKey(source: Source, key: string, usual: readonly string[]): void {
  const [list = '', ...rest] = key.split('[].');
  if (rest.length === 0) takeUsual(source, { [list]: usual });
  else for (const entry of source.entries(list)) takeUsualKey(entry, rest.join('[].'), usual);
}
