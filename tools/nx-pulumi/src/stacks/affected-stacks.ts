// SPDX-License-Identifier: Apache-2.0
import { matchesGlob } from 'node:path';
import type { Stack } from './list-stacks.ts';
import { programNames } from './list-stacks.ts';
import { programSources } from './program-sources.ts';
import { stackInputs } from './stack-inputs.ts';

/** Says which stacks changed files can reach, by the same patterns as Nx. */
export class Reach {
  readonly #stacks: ReadonlyMap<string, Stack>;
  readonly #sources: ReadonlyMap<string, readonly string[]>;

  /** @param root - of the repository whose package.json files say what programs depend on. */
  constructor(root: string, stacks: readonly Stack[]) {
    this.#stacks = new Map(stacks.map((one) => [one.id, one]));
    this.#sources = new Map(programNames.map((name) => [name, programSources(root, name)]));
  }

  /** The changed files that can change what a stack, or one that it reads, plans. */
  filesOf(stack: Stack, changed: readonly string[]): string[] {
    const patterns = [...stackInputs(stack), ...(this.#sources.get(stack.program) ?? [])];
    const own = changed.filter((file) => patterns.some((pattern) => matchesGlob(file, pattern)));
    const below = stack.reads.flatMap((id) => {
      const one = this.#stacks.get(id);
      return one === undefined ? [] : this.filesOf(one, changed);
    });
    return [...new Set([...own, ...below])].sort();
  }
}
