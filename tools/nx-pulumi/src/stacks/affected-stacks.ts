// SPDX-License-Identifier: Apache-2.0
import { matchesGlob } from 'node:path';
import type { Stack } from './list-stacks.ts';
import { programSources } from './program-sources.ts';
import { stackInputs } from './stack-inputs.ts';

/** Files that some paths and patterns name; a path is looked up, for there are hundreds of them. */
class NamedFiles {
  readonly #paths: ReadonlySet<string>;
  readonly #patterns: readonly string[];
  readonly #known = new Map<string, boolean>();

  constructor(names: readonly string[]) {
    this.#paths = new Set(names);
    this.#patterns = names.filter((name) => /[*?!{[]/.test(name));
  }

  has(file: string): boolean {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const has =
      this.#paths.has(file) || this.#patterns.some((pattern) => matchesGlob(file, pattern));
    this.#known.set(file, has);
    return has;
  }
}

/** Says which stacks changed files can reach, by the same paths and patterns as Nx. */
export class Reach {
  readonly #stacks: ReadonlyMap<string, Stack>;
  readonly #sources: ReadonlyMap<string, NamedFiles>;
  readonly #inputs = new WeakMap<Stack, NamedFiles>();

  /** @param root - of the repository whose sources say what programs run. */
  constructor(root: string, stacks: readonly Stack[]) {
    this.#stacks = new Map(stacks.map((one) => [one.id, one]));
    this.#sources = new Map(
      [...programSources(root)].map(([program, names]) => [program, new NamedFiles(names)]),
    );
  }

  /** The changed files that can change what a stack, or one that it reads, plans. */
  filesOf(stack: Stack, changed: readonly string[]): string[] {
    const inputs = this.#inputsOf(stack);
    const sources = this.#sources.get(stack.program);
    const own = changed.filter((file) => inputs.has(file) || sources?.has(file) === true);
    const below = stack.reads.flatMap((id) => {
      const one = this.#stacks.get(id);
      return one === undefined ? [] : this.filesOf(one, changed);
    });
    return [...new Set([...own, ...below])].sort();
  }

  /** All clusters of an environment read the same stacks, so the inputs of each are looked up once. */
  #inputsOf(stack: Stack): NamedFiles {
    const known = this.#inputs.get(stack) ?? new NamedFiles(stackInputs(stack));
    this.#inputs.set(stack, known);
    return known;
  }
}
