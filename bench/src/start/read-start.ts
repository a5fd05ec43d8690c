// SPDX-License-Identifier: Apache-2.0
import { fetchStatus, instanceAt, sandboxStacks, workspaceRoot } from '@strata/sandbox';
import type { Instance } from '@strata/sandbox';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedStart, RecordedUpdate, WaitedObject } from './start-waits.ts';

/** Kinds whose objects a start waits for. */
const kinds = 'pods,kubevirts,cdis,virtualmachineinstances';

const howToStart =
  'Run "npx strata reset", then "npm start", then this again: only the first start of a sandbox is drawn.';

/**
 * Returns the only update of a stack.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/diy/state.go (addToHistory)
 */
function onlyUpdate({ pulumiStateDir }: Instance, program: string, stack: string): RecordedUpdate {
  const folder = join(pulumiStateDir, '.pulumi/history', program, stack);
  const files = readdirSync(folder).filter((name) => name.endsWith('.history.json'));
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Error(`${program}/${stack} has been updated ${files.length} times. ${howToStart}`);
  }
  const written = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedUpdate;
  const { endTime, startTime } = written;
  return { stack: `${program}/${stack}`, startTime, endTime };
}

/**
 * Reads when the default sandbox of this checkout, and what its stacks made, was started and ready.
 *
 * @throws Error when it does not run, or has been updated more than once.
 */
export async function readStart(): Promise<RecordedStart> {
  const instance = instanceAt();
  const status = await fetchStatus(instance);
  if (status === undefined) throw new Error(`The sandbox does not run. ${howToStart}`);
  const command = ['strata', 'exec', 'kubectl', 'get', kinds, '-A', '-o', 'json'];
  const said = execFileSync('npx', command, {
    cwd: workspaceRoot,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return {
    begin: Date.parse(status.startedAt),
    updates: sandboxStacks.map(({ program, stack }) => onlyUpdate(instance, program, stack)),
    objects: (JSON.parse(said) as { readonly items: readonly WaitedObject[] }).items,
  };
}
