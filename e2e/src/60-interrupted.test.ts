// SPDX-License-Identifier: Apache-2.0
import { fileBackendUrl } from '@strata/gitops/file-backend-url';
import { updateStack, type RackSession } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { setTimeout as sleep } from 'node:timers/promises';
import { kubectl, openSession, pulumi, sharedInstance, stacks } from './environment.ts';
import { processesWhere } from './processes.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** Process ids of the Pulumi CLI that works for the demo stack of this sandbox. */
function pulumiPids(): number[] {
  const backend = `PULUMI_BACKEND_URL=${fileBackendUrl(sharedInstance().pulumiStateDir)}`;
  return processesWhere(
    ({ command, env }) =>
      env.includes(backend) && command[0] === 'pulumi' && command.includes('sandbox.demo'),
  );
}

/** Lists the objects of the demo cluster, except those that its own controllers make. */
async function inventory(): Promise<string> {
  const kinds = 'namespaces,networkpolicies,virtualmachinepools,virtualmachines';
  const selector = ['-l', 'cluster.x-k8s.io/cluster-name=demo'];
  return kubectl(session, [
    'get',
    kinds,
    '-A',
    ...selector,
    '-o',
    'name',
    '--sort-by={.metadata.name}',
  ]);
}

/** Moments at random, so that over many runs every one of them is tried; `npm run kills` tries many. */
const rounds = (process.env.STRATA_TEST_ALL === 'true' ? [1, 2, 3] : [1]).map((round) => ({
  round,
  delay: Math.round(400 + Math.random() * 6_000),
}));

// Proves: upgrades.interrupted
test.each(rounds)(
  'round $round: an up killed after $delay ms is put right by one command',
  async ({ delay }) => {
    const before = await inventory();
    const destroyed = await pulumi(session, stacks.demo, ['destroy', '--yes', '--skip-preview']);
    expect(destroyed.code).toBe(0);

    const killed = session.capture(
      ['pulumi', 'up', '--yes', '--skip-preview', '--stack', 'sandbox.demo'],
      {
        cwd: `${import.meta.dirname}/../../packages/user-cluster`,
      },
    );
    await sleep(delay);
    for (const pid of pulumiPids()) process.kill(pid, 'SIGKILL');
    await killed;

    // The same update that "npm start" runs for this stack.
    await updateStack(sharedInstance(), session, stacks.demo, silentReport);
    expect(await inventory()).toBe(before);
    const check = ['refresh', '--preview-only', '--expect-no-changes'];
    expect((await pulumi(session, stacks.demo, check)).code).toBe(0);
    const preview = await pulumi(session, stacks.demo, ['preview', '--expect-no-changes']);
    expect(preview.stdout).not.toContain('pending operations');
    expect(preview.code).toBe(0);
  },
);
