// SPDX-License-Identifier: Apache-2.0
import { updateStack, type RackSession } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { kubectl, openSession, pulumi, sharedInstance, stacks } from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** Process ids of the Pulumi CLI that works for the demo stack of this sandbox. */
function pulumiPids(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        const env = readFileSync(`/proc/${pid}/environ`, 'utf8');
        const ours = env.includes(`file://${sharedInstance().pulumiStateDir}\0`);
        return ours && command[0] === 'pulumi' && command.includes('sandbox.demo');
      } catch {
        return false;
      }
    });
}

/** What exists of the demo cluster, apart from what its own controllers make. */
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

/** Moments at random, so that over many runs every one of them is tried. */
const rounds = [1, 2].map((round) => ({
  round,
  delay: Math.round(400 + Math.random() * 6_000),
}));

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

    // What "npm start" does for this stack.
    await updateStack(sharedInstance(), session, stacks.demo, silentReport);
    expect(await inventory()).toBe(before);
    const check = ['refresh', '--preview-only', '--expect-no-changes'];
    expect((await pulumi(session, stacks.demo, check)).code).toBe(0);
    const preview = await pulumi(session, stacks.demo, ['preview', '--expect-no-changes']);
    expect(preview.stdout).not.toContain('pending operations');
    expect(preview.code).toBe(0);
  },
);
