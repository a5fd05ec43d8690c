// SPDX-License-Identifier: Apache-2.0
import { programNames } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listedStates } from '../run/listed-states.ts';
import { backendsVariable, stackEnvironment } from '../run/stack-environment.ts';
import type { RunContext } from '../run/stack-run.ts';
import { leftRunning, withoutFileFix, withoutFileProblem } from '../run/without-file.ts';
import { programFolder } from '../run/workspace.ts';
import { fileBackend } from '../state/file-backend.ts';
import type { Finding } from './finding.ts';

type ListOf = Pick<Stack, 'environment' | 'program'>;

/** Returns each list of states once: environments may share a backend, which has those of all of them. */
function listsOf({ env, workspace }: RunContext): ListOf[] {
  const lists = new Map<string, ListOf>();
  for (const { environment } of workspace.stacks) {
    const own = stackEnvironment(env, environment);
    const url = own.PULUMI_BACKEND_URL;
    // States in a folder are read from its files.
    if (url === undefined || fileBackend(own) !== undefined) continue;
    for (const program of programNames) {
      const of = { environment, program };
      if (!existsSync(join(programFolder(workspace, of), 'Pulumi.yaml'))) continue;
      if (!lists.has(`${url} ${program}`)) lists.set(`${url} ${program}`, of);
    }
  }
  return [...lists.values()];
}

/** Reports stacks without a file whose states are in buckets and databases, which only Pulumi can list. */
export async function checkListedStates(context: RunContext): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const of of listsOf(context)) {
    const listed = await listedStates(context, of);
    if ('problem' in listed) {
      found.push({
        subject: `${of.program} of ${of.environment}`,
        problem: `its states cannot be listed: ${listed.problem}`,
        fix: `Look whether ${backendsVariable}, or PULUMI_BACKEND_URL, names the right backend, and whether you are logged in to it.`,
      });
      continue;
    }
    const left = leftRunning(context.workspace, of.program, listed.states);
    for (const { resources, stack } of left) {
      const problem = withoutFileProblem(resources);
      found.push({ subject: stack.id, problem, fix: withoutFileFix(stack) });
    }
  }
  return found;
}
