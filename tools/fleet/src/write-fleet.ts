// SPDX-License-Identifier: Apache-2.0
import type { CommitRange } from '@strata/gitops/pull-request';
import { writeFileAtomically } from '@strata/manifests/write-file';
import { messageOf, PlanError } from '@strata/plan-check';
import { resolve } from 'node:path';
import type { ComparedFleet } from './change-model.ts';
import { compareFleet } from './change/compare-fleet.ts';
import { readFleet } from './read-fleet.ts';
import type { LiveSource } from './live/live-source.ts';
import { count } from './page/units.ts';
import { writePage } from './write-page.ts';

/** Written page. */
export interface WrittenFleet {
  /** Absolute path. */
  readonly file: string;
  /** One line: the file, how many environments it shows, its size. */
  readonly summary: string;
}

/** Writes the page: a reader sees either the new one or the old one. */
function writeWhole(file: string, text: string): void {
  try {
    writeFileAtomically(file, text, { followsLinks: true });
  } catch (error) {
    throw new PlanError(`the page cannot be written: ${messageOf(error)}`);
  }
}

/** Says what a page has besides the files. */
function besides({ change, live }: ComparedFleet): string {
  if (live !== undefined) {
    const unread = live.filter(({ value }) => value?.hosts.value === undefined);
    const names = unread.map(({ name }) => name).join(', ');
    return unread.length === 0 ? '; with live data' : `; infra clusters not read: ${names}`;
  }
  if (change === undefined) return '';
  return `; before and after: ${count(change.files.length, 'changed file')} under stacks since ${change.from.slice(0, 10)}`;
}

/** Content of a page in addition to the files on disk, or instead of them. */
export interface PageOptions {
  /** Commits to compare, instead of the files on disk. */
  readonly range?: CommitRange;
  /** Source of live data. */
  readonly live?: Pick<LiveSource, 'read'>;
}

/**
 * Writes one page of the fleet.
 *
 * @param root - root folder of the repository.
 * @param out - path of the file.
 * @param names - names of environments. Default: all.
 * @throws PlanError when an environment or a commit is not there, or the page cannot be written.
 */
export async function writeFleet(
  root: string,
  out: string,
  names: readonly string[] = [],
  { live, range }: PageOptions = {},
): Promise<WrittenFleet> {
  const files = range === undefined ? readFleet(root, names) : compareFleet(root, range, names);
  const wanted = files.environments.map(({ name }) => name);
  const fleet = live === undefined ? files : { ...files, live: await live.read(wanted) };
  const page = await writePage(fleet);
  writeWhole(out, page);
  const size = Math.ceil(Buffer.byteLength(page) / 1024);
  const file = resolve(out);
  const summary = `${file}: ${count(fleet.environments.length, 'environment')}, ${size} KiB${besides(fleet)}`;
  return { file, summary };
}
