// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Go modules of cited repositories whose names in paths differ from `k8s.io/NAME`. */
const modules: Readonly<Record<string, string>> = {
  api: 'kubevirt.io/api',
  'containerized-data-importer': 'kubevirt.io/containerized-data-importer',
  'external-provisioner': 'github.com/kubernetes-csi/external-provisioner/v6',
  'external-resizer': 'github.com/kubernetes-csi/external-resizer/v2',
  'external-snapshotter': 'github.com/kubernetes-csi/external-snapshotter/v8',
  ignition: 'github.com/coreos/ignition/v2',
  kubevirt: 'kubevirt.io/kubevirt',
  'sig-storage-lib-external-provisioner': 'sigs.k8s.io/sig-storage-lib-external-provisioner/v13',
};

/** Returns the path of Go's module cache; undefined on a machine without Go. */
function moduleCache(): string | undefined {
  try {
    return execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8', cwd: '/' }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Returns the places in upstream's source that do not have the word for which a promise cites them, as far as
 * the source is on this machine.
 *
 * @param places - `repository path word`, separated by spaces.
 * @param played - text of PLAYED.md, which cites versions of repositories.
 * @param others - what becomes of places in repositories that PLAYED.md does not cite: a problem each, or nothing,
 *   for nobody says their version.
 */
export function missingCitations(
  places: readonly string[],
  played: string,
  others: 'refused' | 'left out',
): readonly string[] {
  const cache = moduleCache() ?? '/none';
  return places.flatMap((upstream) => {
    const [repository = '', path = '', word = ''] = upstream.split(' ');
    const version = new RegExp(`/${repository}/blob/([^/]+)/`).exec(played)?.[1];
    const isRefused = version === undefined && others === 'refused';
    if (isRefused || word === '') return [`${upstream}: not cited`];
    if (version === undefined) return [];
    const folder = join(cache, `${modules[repository] ?? `k8s.io/${repository}`}@${version}`);
    if (!existsSync(folder)) return [];
    const file = join(folder, path);
    if (!existsSync(file)) return [`${upstream}: no such file`];
    return readFileSync(file, 'utf8').includes(word) ? [] : [`${upstream}: no such word`];
  });
}
