// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';

/** Root folder of this repository. */
export const repositoryRoot = resolve(import.meta.dirname, '../../../..');

type Yaml = Record<string, unknown>;

/**
 * Copy of the repository's own environments that a test may change; it is deleted when disposed.
 */
export class TestRepository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'strata-fleet-'));

  constructor() {
    cpSync(join(repositoryRoot, 'stacks'), join(this.root, 'stacks'), { recursive: true });
  }

  read(file: string): Yaml {
    return parse(readFileSync(join(this.root, file), 'utf8')) as Yaml;
  }

  write(file: string, content: object): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, stringify(content));
  }

  /** Changes the configuration of a stack. */
  change(file: string, change: (config: Yaml) => void): void {
    const content = this.read(file);
    change(content.config as Yaml);
    this.write(file, content);
  }

  remove(file: string): void {
    rmSync(join(this.root, file), { recursive: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
