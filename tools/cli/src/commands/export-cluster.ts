// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import type { Input } from '../input.ts';
import { clusterArgument, environmentArgument, pulumi } from '../stacks.ts';
import { CliError, UsageError } from '../usage-error.ts';
import { writePrivateFile } from '../write-private-file.ts';

const chosen = (input: Input, { repository }: PlanContext) =>
  repository.clusterOf(input.argument('environment'), input.argument('cluster'));

const stateFile = ({ scratch }: PlanContext) => join(scratch, 'state.json');

/** @throws UsageError when the folder has something in it already. */
function folderOf(input: Input, { folder }: PlanContext): string {
  const out = resolve(folder, input.text('out') ?? `${input.argument('cluster')}-export`);
  if (!existsSync(out) || readdirSync(out).length === 0) return out;
  throw new UsageError(`${out} is not empty: name another folder with --out.`);
}

/** For those who leave, or who want to know that they could. */
export const exportCluster: CommandSpec = {
  name: 'export',
  group: 'Clusters',
  summary: 'write a cluster as plain manifests, with its keys',
  details:
    'Manifests for kubectl of all objects on the infra cluster and inside, every key and certificate, and a README that says how to go on without Strata. It reads the state and changes nothing. Only its owner can read the files, and Git ignores them: they hold the private keys of the cluster.',
  arguments: [environmentArgument, { ...clusterArgument, isOptional: false }],
  options: [
    { name: 'out', short: 'o', value: 'folder', text: 'a new or empty one (<cluster>-export)' },
    sandboxOption,
  ],
  examples: ['export production shop --out shop-export'],
  plan: (input, context) => {
    folderOf(input, context);
    const stack = chosen(input, context);
    const argv = pulumi(stack, 'stack', 'export', '--show-secrets');
    return [inEnvironment(input, stack.environment, argv, { into: stateFile(context) })];
  },
  answer: async (input, context) => {
    const { clusterFiles } = await import('../export-cluster/cluster-files.ts');
    const out = folderOf(input, context);
    const { stack } = chosen(input, context);
    const files = clusterFiles(stack, readFileSync(stateFile(context), 'utf8'));
    if (files === undefined)
      throw new CliError(`${stack} has made nothing yet: there is no cluster.`);
    // First: from then on Git takes nothing of it, wherever the folder is.
    writePrivateFile(join(out, '.gitignore'), '*\n');
    for (const { path, text } of files) writePrivateFile(join(out, path), text);
    return { text: `${out}: ${files.length} files, which hold secrets; begin with README.md` };
  },
};
