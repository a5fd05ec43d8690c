// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownRoot, useBundleOf } from './find-bundle.ts';

/** How a program was started. */
export interface ProgramRun {
  /** Arguments of Node: those of Pulumi's runner. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The repository. @default the one that this file is in */
  readonly root?: string;
}

/**
 * Returns the main file of the program that Pulumi's runner is about to run, if it is one of this
 * repository: `packages/<name>/program.ts`.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/pulumi-language-nodejs/main.go
 * `constructArguments`
 */
export function programOf({ argv, cwd, root = ownRoot }: ProgramRun): string | undefined {
  if (!/[\\/]cmd[\\/]run([\\/]index\.js)?$/.test(argv[1] ?? '')) return undefined;
  const place = argv.indexOf('--pwd');
  const folder = place < 0 ? cwd : (argv[place + 1] ?? cwd);
  const program = join(folder, 'program.ts');
  const isNamed = argv.some((argument) => argument === 'program.ts' || argument === program);
  const isOurs = dirname(folder) === join(root, 'packages');
  return isNamed && isOurs && existsSync(program) ? program : undefined;
}

/** Has the program that Pulumi's runner is about to run loaded from its bundle, where it may be. */
export async function useBundle(run: ProgramRun): Promise<void> {
  const module = programOf(run);
  if (module === undefined) return;
  // The runner has loaded Pulumi's SDK, and this package changes it.
  await useBundleOf({ root: run.root, module, isPulumiLoaded: true }, run.env);
}
