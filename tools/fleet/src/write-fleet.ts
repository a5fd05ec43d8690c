// SPDX-License-Identifier: Apache-2.0
import { messageOf, PlanError } from '@strata/plan-check';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { collectFleet } from './collect/collect-fleet.ts';
import { writePage } from './write-page.ts';

/** Written page. */
export interface WrittenFleet {
  /** Absolute path. */
  readonly file: string;
  /** One line: the file, how many environments it shows, its size. */
  readonly summary: string;
}

/** Writes a file atomically: a reader sees either the new page or the old one. */
function writeWhole(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new PlanError(`the page cannot be written: ${messageOf(error)}`);
  }
}

/**
 * Writes one page of the fleet.
 *
 * @param root - root folder of the repository.
 * @param out - path of the file.
 * @param names - names of environments. Default: all.
 * @throws PlanError when an environment is not there, or the page cannot be written.
 */
export async function writeFleet(
  root: string,
  out: string,
  names: readonly string[] = [],
): Promise<WrittenFleet> {
  const fleet = collectFleet(root, names);
  const page = await writePage(fleet);
  writeWhole(out, page);
  const size = Math.ceil(Buffer.byteLength(page) / 1024);
  const count = fleet.environments.length;
  const file = resolve(out);
  const summary = `${file}: ${count} ${count === 1 ? 'environment' : 'environments'}, ${size} KiB`;
  return { file, summary };
}
