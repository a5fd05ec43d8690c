// SPDX-License-Identifier: Apache-2.0
import { IdleRun } from './container-run.ts';

test('an init container that has nothing to do ends at once', async () => {
  const phases: string[] = [];
  const run: IdleRun = new IdleRun('infra/machine/prepare', () => phases.push(run.state.phase));
  run.start();
  await run.stop();
  expect(phases).toEqual(['ended']);
  expect(run.state).toMatchObject({ restarts: 0, lastExit: { code: 0 } });
});
