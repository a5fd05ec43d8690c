// SPDX-License-Identifier: Apache-2.0
import { updateStack, type RackSession } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, kubectl, openSession, pulumi, sharedInstance, stacks } from './environment.ts';
import { pulumiPids } from './pulumi-pids.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

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
    expect(before).not.toBe('');
    const destroyed = await pulumi(session, stacks.demo, ['destroy', '--yes', '--skip-preview']);
    expect(destroyed.code).toBe(0);

    const killed = session.capture(
      ['pulumi', 'up', '--yes', '--skip-preview', '--stack', 'sandbox.demo'],
      {
        cwd: `${import.meta.dirname}/../../packages/user-cluster`,
      },
    );
    await eventually('Pulumi runs', () => Promise.resolve(pulumiPids().length > 0));
    await sleep(delay);
    const pids = pulumiPids();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await killed;
    // An up that had ended before would prove nothing.
    expect(pids).not.toEqual([]);

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
