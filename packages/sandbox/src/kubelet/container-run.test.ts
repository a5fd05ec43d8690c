// SPDX-License-Identifier: Apache-2.0
import { IdleRun } from './container-run.ts';

test('a container that does nothing runs until it is stopped', async () => {
  const phases: string[] = [];
  const run: IdleRun = new IdleRun('infra/csi/attacher', false, () => phases.push(run.state.phase));
  run.start();
  await run.stop();
  expect(phases).toEqual(['running', 'ended']);
  expect(run.state.lastExit?.code).toBe(0);
});

test('one that is to complete has done so at once', () => {
  const run = new IdleRun('infra/csi/prepare', true, () => undefined);
  run.start();
  expect(run.state).toMatchObject({ phase: 'ended', lastExit: { code: 0 } });
});

test('one that is ended by force has been restarted', () => {
  const run = new IdleRun('infra/csi/attacher', false, () => undefined);
  run.start();
  run.kill();
  expect(run.state).toMatchObject({ phase: 'running', restarts: 1 });
});
