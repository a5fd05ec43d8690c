// SPDX-License-Identifier: Apache-2.0
import { programNames } from '@strata/nx-pulumi/stacks';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../../..');

/** Entries that a copy has itself, or that no copy needs. */
const apart: ReadonlySet<string> = new Set(['.git', 'packages', 'stacks']);

function link(from: string, to: string, except: ReadonlySet<string>): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!except.has(name)) symlinkSync(join(from, name), join(to, name));
  }
}

/**
 * Copy of this repository with other files under `stacks`, for `STRATA_ROOT`. It has the same
 * programs and policies by links, in folders from which all paths lead to the copy's files.
 */
export class ShadowRepository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'strata-shadow-'));

  /** @param changed - complete texts by file names, such as `stacks/policies/lab.json`. */
  constructor(changed: Readonly<Record<string, string>>) {
    const { root } = this;
    link(repository, root, apart);
    const packages = join(repository, 'packages');
    link(packages, join(root, 'packages'), new Set(programNames));
    for (const program of programNames) {
      const [from, to] = [join(packages, program), join(root, 'packages', program)];
      link(from, to, new Set(['Pulumi.yaml']));
      // Pulumi uses the folder of the resolved file as the program's, so it is copied, not linked.
      cpSync(join(from, 'Pulumi.yaml'), join(to, 'Pulumi.yaml'));
    }
    cpSync(join(repository, 'stacks'), join(root, 'stacks'), { recursive: true });
    for (const [file, text] of Object.entries(changed)) writeFileSync(join(root, file), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
