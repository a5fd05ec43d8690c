// SPDX-License-Identifier: Apache-2.0
//
// Pulumi starts this as `node src/kubeone/runner/main.ts apply|reset`, with the manifest on standard
// input. Progress goes to standard error, which Pulumi shows. The kubeconfig goes to standard
// output, which Pulumi keeps as a secret.
import { text } from 'node:stream/consumers';
import { defaultDrainMinutes, DrainWatch } from './drain-watch.ts';
import { findKubeone, RunnerError } from './find-kubeone.ts';
import { givenKeys, hostNames, takeAway } from './given-keys.ts';
import type { GivenKeys } from './given-keys.ts';
import { hide } from './hidden-texts.ts';
import { clusterNameIn, oneAtATime } from './one-at-a-time.ts';
import { runApply } from './run-apply.ts';
import type { ApplyResult } from './run-apply.ts';
import { runReset } from './run-reset.ts';
import { previousOutputVariable, runVariables } from './run-variables.ts';
import { withWorkspace } from './workspace.ts';
import type { Workspace } from './workspace.ts';

/** Returns the keys that earlier runs have set on nodes; none when their output has no list of keys. */
function givenBefore(env: NodeJS.ProcessEnv): GivenKeys {
  const previous = env[previousOutputVariable] ?? '';
  return previous === '' ? {} : ((JSON.parse(previous) as Partial<ApplyResult>).given ?? {});
}

async function main(command: string | undefined): Promise<void> {
  const { env } = process;
  const wanted = await text(process.stdin);
  const { manifest, words } = takeAway(wanted, givenBefore(env));
  const version = await findKubeone(env);
  const work = async (workspace: Workspace) => {
    const report = (line: string) => {
      process.stderr.write(`${hide(line, workspace.secrets)}\n`);
    };
    report(`strata: KubeOne ${version}`);
    const minutes = Number(env[runVariables.drainMinutes] ?? defaultDrainMinutes);
    const drains = new DrainWatch({ minutes, names: hostNames(manifest), report });
    const apply = { workspace, env, report, drains };
    if (command === 'reset') return runReset(apply, manifest);
    for (const one of words) report(`strata: ${one}`);
    process.stdout.write(JSON.stringify(await runApply(apply, givenKeys(wanted))));
  };
  await oneAtATime(clusterNameIn(manifest), () => withWorkspace(manifest, env, work));
}

// A closed stream means that Pulumi was killed. The next `pulumi up` continues the work, so KubeOne
// must stop now.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => {
    process.exitCode = 1;
    process.emit('SIGTERM', 'SIGTERM');
  });
}

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof RunnerError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
