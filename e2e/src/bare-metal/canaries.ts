// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Looks for secrets where none may be. */
export interface Canaries {
  /** Names of those that are in a text. */
  readonly found: (text: string) => string[];
  /** Samples the arguments of all processes while something runs; gives the names of those seen. */
  readonly seenInArguments: (work: Promise<unknown>) => Promise<readonly string[]>;
}

const betweenSamples = 20;

/** Returns the command lines of all processes of this machine; empty for one that just ended. */
function everyArgument(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');
}

/** @param secrets - by name; a value may be plain or, in JSON or a state, in base64. */
export function canaries(secrets: Readonly<Record<string, string>>): Canaries {
  const shapes = Object.entries(secrets).map(
    ([name, value]) => [name, [value, Buffer.from(value).toString('base64')]] as const,
  );
  const found = (text: string) =>
    shapes.filter(([, ways]) => ways.some((way) => text.includes(way))).map(([name]) => name);
  return {
    found,
    seenInArguments: async (work) => {
      const seen = new Set<string>();
      const sampler = setInterval(() => {
        for (const name of found(everyArgument())) seen.add(name);
      }, betweenSamples);
      try {
        await work;
      } finally {
        clearInterval(sampler);
      }
      return [...seen];
    },
  };
}

/**
 * Returns the content of all files that were left in a folder, except the kubeconfigs that were
 * given to the Kubernetes provider, which does not remove them.
 *
 * @throws Error if anybody but the owner has access to one of these kubeconfigs.
 */
export function leftFilesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
  const isProviders = (path: string) => /\/kubeconfig\d+$/.test(path);
  const open = files.filter((path) => isProviders(path) && (statSync(path).mode & 0o77) !== 0);
  if (open.length > 0) throw new Error(`others may read ${open.join(', ')}`);
  return files
    .filter((path) => !isProviders(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}
