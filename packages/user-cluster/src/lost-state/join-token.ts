// SPDX-License-Identifier: Apache-2.0
import { kubeadmFile } from '../bootstrap/kubeadm-config.ts';

/** Returns the token by which a worker joins, `<id>.<secret>`; undefined for files without one. */
export function tokenInFiles(files: ReadonlyMap<string, string>): string | undefined {
  return /"token": ?"([a-z0-9]{6}\.[a-z0-9]{16})"/.exec(
    files.get(`${kubeadmFile.folder}/${kubeadmFile.name}`) ?? '',
  )?.[1];
}
