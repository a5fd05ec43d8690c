// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findBundle } from './find-bundle.ts';
import type { TestRepository } from './test-repository.ts';

/**
 * Starts a program once, after a millisecond: a library that was written in the one in which building
 * begins counts as changed meanwhile, and the bundle is made at the next start only.
 */
export async function find(repository: TestRepository, folder?: string) {
  await setTimeout(2);
  const { env, root } = repository.run(folder);
  return findBundle({ root, module: repository.program, isPulumiLoaded: true }, env);
}

/** Starts a program as often as it takes to have a bundle. */
export async function bundleOf(repository: TestRepository): Promise<string> {
  await find(repository);
  return (await find(repository)) ?? '';
}

/** Runs the program from its sources or from a bundle. */
function start(repository: TestRepository, bundle: string | undefined) {
  const script = `
    import { loadInstead } from ${JSON.stringify(new URL('find-bundle.ts', import.meta.url).href)};
    const [program, bundle] = ${JSON.stringify([repository.program, bundle ?? ''])};
    if (bundle !== '') loadInstead(program, bundle);
    const { default: result } = await import(${JSON.stringify(pathToFileURL(repository.program).href)});
    console.log(JSON.stringify(result));
  `;
  return spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { cwd: '/', encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
}

/** Runs the program from a bundle, and returns what it says when it ends. */
export function startIn(repository: TestRepository, bundle: string): string {
  return start(repository, bundle).stderr;
}

/** Runs the program from its sources or from a bundle, and returns its text and the start of its trace. */
export function runIn(repository: TestRepository, bundle: string | undefined): unknown {
  const { stderr, stdout } = start(repository, bundle);
  expect(stderr).toBe('');
  const { stack, text } = JSON.parse(stdout) as { readonly stack: string; readonly text: string };
  return { text, trace: stack.split('\n').slice(0, 4) };
}
