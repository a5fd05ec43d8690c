// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of workspaces, which may have packages of their own. */
const workspaceFolders = ['packages', 'tools'] as const;

/** Links to all packages of a folder but our own; Git ignores folders of this name, not links. */
function linkAll(from: string, to: string): void {
  mkdirSync(to);
  const isHidden = (name: string) => name.startsWith('.') && name !== '.bin';
  for (const name of readdirSync(from).filter((one) => one !== '@strata' && !isHidden(one))) {
    symlinkSync(join(from, name), join(to, name));
  }
}

/**
 * Gives another checkout what `npm ci` would: the packages of others by links to this one's, and
 * its own packages by their own sources.
 */
export function linkPackages(checkout: string): void {
  const from = join(workspaceRoot, 'node_modules');
  const to = join(checkout, 'node_modules');
  linkAll(from, to);
  // Links themselves: they lead from where they are.
  cpSync(join(from, '@strata'), join(to, '@strata'), { recursive: true, verbatimSymlinks: true });
  for (const parent of workspaceFolders) {
    for (const name of readdirSync(join(checkout, parent))) {
      const own = join(workspaceRoot, parent, name, 'node_modules');
      if (existsSync(own)) linkAll(own, join(checkout, parent, name, 'node_modules'));
    }
  }
}
