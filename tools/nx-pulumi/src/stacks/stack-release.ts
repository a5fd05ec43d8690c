// SPDX-License-Identifier: Apache-2.0
import { programReads, stackFile } from '@strata/contracts/programs';
import type { ProgramName } from '@strata/contracts/programs';
import { defaultRelease } from '@strata/contracts/releases';
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs whose configuration names a release. */
const naming: readonly ProgramName[] = ['kubevirt-stack', 'addons'];

interface StackYaml {
  readonly config?: Readonly<Record<string, unknown>>;
}

function named(root: string, project: ProgramName, stack: string): string | undefined {
  try {
    const text = readFileSync(join(root, stackFile({ project, stack })), 'utf8');
    const { config = {} } = (parseStackYaml(text) ?? {}) as StackYaml;
    const { [`${project}:release`]: release = defaultRelease } = config;
    return typeof release === 'string' ? release : undefined;
  } catch {
    // Without a file, or with one that the program itself will refuse.
    return undefined;
  }
}

/** Reads which release the stacks of a repository run; of an environment's files, each once. */
export class StackReleases {
  readonly #root: string;
  readonly #known = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Returns the release in the configuration of a stack, or in that of the platform below the
   * stack.
   *
   * @returns undefined when there is none, as for infra clusters, or when it cannot be read.
   */
  of(program: ProgramName, environment: string): string | undefined {
    const source = [program, ...programReads[program]].find((one) => naming.includes(one));
    if (source === undefined) return undefined;
    const key = `${source}/${environment}`;
    if (!this.#known.has(key)) this.#known.set(key, named(this.#root, source, environment));
    return this.#known.get(key);
  }
}
