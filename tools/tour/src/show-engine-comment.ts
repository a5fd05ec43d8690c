// SPDX-License-Identifier: Apache-2.0
import { ShadowRepository } from '@strata/gitops/shadow-repository';
import { pulumiVariables } from '@strata/toolchain';
import type { Toolchain } from '@strata/toolchain';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { example } from './example.ts';
import { plainText } from './plain-text.ts';
import { exampleChange } from './show-change.ts';
import { StacksCopy } from './stacks-copy.ts';

/** How long a preview of the example may take, in milliseconds; on two idle cores it takes seconds. */
const previewLimit = 10 * 60_000;

/** Lines of the comment that are shown: what it is, the nodes, and the cluster in one line. */
const shownLines = 5;

async function gitops(root: string, env: NodeJS.ProcessEnv, args: readonly string[]) {
  const script = join(root, 'tools/gitops/src/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...env, STRATA_ROOT: root },
    timeout: previewLimit,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Runs a command of gitops on a repository with these variables, and gives what it prints. */
type Gitops = typeof gitops;

/** Returns the environment variables of a preview, with Pulumi and its plugins on PATH. */
export async function previewEnvironment(toolchain: Toolchain): Promise<NodeJS.ProcessEnv> {
  return { ...process.env, ...(await pulumiVariables(toolchain)) };
}

/**
 * The change of the tour again, previewed by the engine, without a cluster, states and keys. The whole
 * comment is in `.strata/tour-comment.md`.
 *
 * @param env - see {@link previewEnvironment}.
 * @throws Error when the example is not there, or the preview fails.
 */
export async function showEngineComment(
  root: string,
  env: NodeJS.ProcessEnv,
  run: Gitops = gitops,
): Promise<string[]> {
  using copy = new StacksCopy(root);
  const { after, file } = exampleChange(copy);
  using shadow = new ShadowRepository({ [file]: after });
  const reports = join(copy.root, 'reports');
  const stack = `user-cluster/${example.stack}`;
  const preview = ['run', 'preview', '--offline', '--stack', stack, '--reports', reports];
  await run(shadow.root, env, preview);
  const comment = await run(shadow.root, env, ['summary', '--reports', reports]);
  const out = join(root, '.strata', 'tour-comment.md');
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, comment);
  const lines = plainText(comment);
  return [
    ...lines.slice(0, shownLines).map((line) => `  | ${line}`),
    `all ${lines.length} lines: ${relative(root, out)}`,
  ];
}
