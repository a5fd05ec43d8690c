// SPDX-License-Identifier: Apache-2.0
import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../state/is-alive.ts';

/** What folders are for: a run of Pulumi, an update plan, a stack that is only tried, offline previews, the tour. */
export type FolderPurpose = 'run' | 'plan' | 'new-stack' | 'offline' | 'tour';

/**
 * Which process ids mean the same as here: containers can share a folder of temporary files and not
 * their processes.
 *
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    // Not Linux: there is one for all.
    return '0';
  }
}

/** `strata-<purpose>-<process namespace>-<process id>-<six characters>` */
const named = /^strata-(?:run|plan|new-stack|offline|tour)-(\d+)-(\d+)-[A-Za-z0-9]{6}$/;

/** Removes folders of processes that are gone: a run that was killed could not do it itself. */
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
      // Another run removes it, too.
    }
  }
}

let hasCleaned = false;

/**
 * Makes a folder that nobody else can read, for what goes with a run: kubeconfigs, plans. Whoever
 * asks for it removes it; what a killed run has left, the next one removes.
 *
 * @param parent - @default the folder of temporary files
 */
export function makeOwnFolder(purpose: FolderPurpose, parent = tmpdir()): string {
  // Once in a process: folders that appear meanwhile are of processes that live.
  if (!hasCleaned || parent !== tmpdir()) removeStale(parent);
  hasCleaned = true;
  return mkdtempSync(join(parent, `strata-${purpose}-${processNamespace()}-${process.pid}-`));
}
