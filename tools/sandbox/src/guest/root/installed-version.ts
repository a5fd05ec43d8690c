// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BootFile } from '../boot-file.ts';
import { newestVersion } from './image.ts';

/**
 * Returns the version in /etc/strata/kubernetes-version, which may begin with a `v`, without it.
 */
export function wantedVersion(text: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+)/.exec(text.trim())?.[1];
}

/**
 * Returns the version of Kubernetes in the guest, without a `v`, by the same rule as
 * image/kubernetes.sh.
 */
export function installedVersion(root: string, { binaries }: BootFile): string {
  const known = Object.entries(binaries.kubernetes).flatMap(([version, folder]) =>
    existsSync(join(folder, 'kubeadm')) ? [version] : [],
  );
  const file = join(root, 'etc/strata/kubernetes-version');
  const wanted = existsSync(file) ? wantedVersion(readFileSync(file, 'utf8')) : undefined;
  if (wanted !== undefined && known.includes(wanted)) return wanted;
  return newestVersion(known) ?? '0.0.0';
}
