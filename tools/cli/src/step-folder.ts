// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Step } from './step.ts';

/** Returns the folder of a step, if it is another one than the root. */
export function otherFolder({ folder }: Step, root: string): string | undefined {
  return folder === root ? undefined : folder;
}

/** Returns a command of a tool of the repository so that it runs in any folder. */
export function fromAnyFolder(argv: readonly string[], root: string): readonly string[] {
  const [program = '', file = '', ...args] = argv;
  return program === 'node' ? [program, join(root, file), ...args] : argv;
}
