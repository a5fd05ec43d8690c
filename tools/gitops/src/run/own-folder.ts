// SPDX-License-Identifier: Apache-2.0
import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../state/is-alive.ts';

/**
 * Purpose of a folder: a run of Pulumi, an update plan, a stack that is only tried, offline
 * previews, the tour, a backup that is restored as a trial.
 */
export type FolderPurpose = 'run' | 'plan' | 'new-stack' | 'offline' | 'tour' | 'restore';

/**
 * Returns the id of the process namespace, within which process ids are comparable: containers can
 * share a folder of temporary files, but not their processes.
 *
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    // Other systems than Linux have one namespace for all processes.
    return '0';
  }
}

/** Matches `strata-<purpose>-<process namespace>-<process id>-<six characters>`. */
const named = /^strata-(?:run|plan|new-stack|offline|tour|restore)-(\d+)-(\d+)-[A-Za-z0-9]{6}$/;

/** Removes the folders of ended processes; a killed run could not do it itself. */
function removeStale(parent: string): void {
  const here = processNamespace();
  for (const name of readdirSync(parent)) {
    const [, namespace, pid] = named.exec(name) ?? [];
    if (namespace !== here || pid === undefined || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    try {
      const found = lstatSync(path);
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another run removes it at the same time.
    }
  }
}

let hasCleaned = false;

/**
 * Makes a folder that nobody else can read, for files that are deleted after a run: kubeconfigs,
 * plans. The caller removes it; the next run removes the folders of killed runs.
 *
 * @param parent - @default the folder of temporary files
 */
export function makeOwnFolder(purpose: FolderPurpose, parent = tmpdir()): string {
  // Once per process is enough: folders that appear later belong to living processes.
  if (!hasCleaned || parent !== tmpdir()) removeStale(parent);
  hasCleaned = true;
  return mkdtempSync(join(parent, `strata-${purpose}-${processNamespace()}-${process.pid}-`));
}
