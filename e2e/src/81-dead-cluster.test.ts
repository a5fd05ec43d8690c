// SPDX-License-Identifier: Apache-2.0
import { readReports } from '@strata/gitops';
import type { StackReport } from '@strata/gitops';
import { workspaceRoot, type RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, openSession, sharedInstance, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { parentOf, processWith } from './gitops/guest-process.ts';
import { userOf } from './user-cluster.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

const apiOfDemo = () =>
  processWith(sharedInstance(), 'kube-apiserver', '--service-cluster-ip-range=10.112.0.0/20');

/** Longest time that a platform check takes on an otherwise idle machine, in milliseconds. */
const usualCheck = 10_000;

/** One check of the drift of all stacks. */
async function checkAll(): Promise<readonly StackReport[]> {
  const reports = mkdtempSync(join(tmpdir(), 'strata-dead-'));
  const ids = Object.values(stacks).map(({ program, stack }) => `${program}/${stack}`);
  const named = ids.flatMap((id) => ['--stack', id]);
  const command = ['node', 'tools/gitops/src/main.ts', 'drift-check', '--reports', reports];
  expectSuccess(await session.capture([...command, ...named], { cwd: workspaceRoot }));
  const found = readReports(reports);
  rmSync(reports, { recursive: true });
  return found;
}

/** The check of the demo has failed in time and has found nothing; the others are as ever. */
function expectOneDead(reports: readonly StackReport[]): void {
  expect(reports.map(({ drift, outcome, program }) => [program, outcome, drift])).toEqual([
    ['infra', 'unchanged', []],
    ['kubevirt-stack', 'unchanged', []],
    ['user-cluster', 'failed', []],
  ]);
  const [, platform, dead] = reports;
  expect(dead?.reason).toContain('failed to read resource state due to unreachable cluster');
  expect(dead?.reason).toContain('The cluster does not answer: look at it');
  // The check of the platform, beside it, says how busy the machine is.
  const busy = Math.max(0, (platform?.durationMs ?? 0) - usualCheck);
  expect((dead?.durationMs ?? Infinity) - busy).toBeLessThan(30_000);
}

test('a cluster whose API hangs fails its own check within 30 s, and no other', async () => {
  const api = await apiOfDemo();
  process.kill(api, 'SIGSTOP');
  try {
    expectOneDead(await checkAll());
  } finally {
    process.kill(api, 'SIGCONT');
  }
});

test('so does one whose API is gone', async () => {
  const api = await apiOfDemo();
  // The parent process would restart the API server, so it is stopped meanwhile.
  const keeper = parentOf(api);
  process.kill(keeper, 'SIGSTOP');
  try {
    process.kill(api, 'SIGKILL');
    expectOneDead(await checkAll());
  } finally {
    process.kill(keeper, 'SIGCONT');
  }
  const user = await userOf(session, stacks.demo);
  await eventually('the API is there again', async () => {
    const answer = await user.kubectl('get', '--raw', '/readyz').catch(() => '');
    return answer === 'ok';
  });
});
