// SPDX-License-Identifier: Apache-2.0
import { formatDuration, type Report } from '@strata/toolchain';
import { ensureManifests } from '@strata/manifests/ensure';
import { join } from 'node:path';
import { rackEnvironment } from '../environment.ts';
import { workspaceRoot, type Instance } from '../instance.ts';
import { enterRack } from '../rack/enter.ts';
import type { SettingsChange } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { up } from './up.ts';

/** The stacks of the sandbox environment: each needs the ones before it. */
const stacks = [
  { program: 'infra', stack: 'sandbox' },
  { program: 'kubevirt-stack', stack: 'sandbox' },
  { program: 'user-cluster', stack: 'sandbox.demo' },
] as const;

/** What is shown at the end. */
const views = [
  ['hosts', ['kubectl', 'get', 'nodes', '-L', 'topology.kubernetes.io/zone']],
  ['platform', ['kubectl', 'get', 'kubevirts,cdis', '-A']],
  ['user cluster "demo"', ['kubectl', 'get', 'vmpools,vms,vmis,datavolumes', '-n', 'cluster-demo']],
] as const;

const whatNext = `
Look around:
  npm run sandbox -- exec kubectl get virtualmachineinstances -A -o wide
  npm run sandbox -- shell            a shell in the rack, with kubectl and pulumi
  npm run sandbox -- status           every process, with its pid
  npm run sandbox -- logs virt-operator

Try next:
  change replicas in stacks/user-cluster/Pulumi.sandbox.demo.yaml, then run npm start again
  in the shell: cd packages/user-cluster && pulumi preview -s sandbox.demo --diff
  npm stop takes it down and keeps its state; npm run sandbox -- reset deletes it
`;

/**
 * From nothing to a running user cluster: the sandbox, then `pulumi up` for each of its stacks.
 * A run that was interrupted is continued by the next; a run with nothing to do changes nothing.
 *
 * @throws UserError naming the stack whose update failed.
 */
export async function start(
  instance: Instance,
  change: SettingsChange,
  report: Report,
): Promise<number> {
  const begin = Date.now();
  const { toolchain, status } = await up(instance, change, report);
  await ensureManifests({ report });
  const env = await rackEnvironment(instance, toolchain);
  const run = (command: readonly string[], cwd: string, quiet = false) =>
    enterRack({
      supervisorPid: status.supervisorPid,
      command,
      env,
      cwd,
      stdio: quiet ? 'ignore' : 'inherit',
    });
  for (const { program, stack } of stacks) {
    const folder = join(workspaceRoot, 'packages', program);
    const exists = await run(['pulumi', 'stack', '--stack', stack, '--show-name'], folder, true);
    if (exists !== 0) await run(['pulumi', 'stack', 'init', stack, '--no-select'], folder);
    report.line(`\n==> ${program}: pulumi up --stack ${stack}`);
    const code = await run(['pulumi', 'up', '--stack', stack, '--yes', '--skip-preview'], folder);
    if (code !== 0) {
      throw new UserError(
        `"pulumi up --stack ${stack}" of ${program} failed (exit code ${code}); what it did is kept. Mend the cause above and run npm start again.`,
      );
    }
  }
  for (const [title, command] of views) {
    report.line(`\n==> ${title}`);
    await run(command, workspaceRoot);
  }
  report.line(`${whatNext}\nDone in ${formatDuration(Date.now() - begin)}.`);
  return 0;
}
