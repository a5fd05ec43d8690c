// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTimes, runMeasured } from './run-measured.ts';

const here = { cwd: tmpdir(), env: process.env };

test('the second line of "times" is that of the children', () => {
  expect(parseTimes('0m0.01s 0m0.02s\n1m2.50s 0m0.25s\n')).toBe(62.75);
});

test('a run says what it printed and how long it took', async () => {
  const run = await runMeasured({ ...here, args: ['sh', '-c', 'sleep 0.3; echo done'] });
  expect(run.stdout).toBe('done\n');
  expect(run.seconds).toBeGreaterThan(0.29);
  expect(run.peakMiB).toBeGreaterThan(0);
});

test('work of a grandchild is counted', async () => {
  const busy = 'while (process.cpuUsage().user < 300000);';
  const command = `${process.execPath} -e '${busy}'`;
  const run = await runMeasured({ ...here, args: ['sh', '-c', `${command}; true`] });
  expect(run.cpuSeconds).toBeGreaterThan(0.25);
});

test('what is put in place in the folder of the state is counted, each time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  try {
    const write = 'printf 12345 > part; mv part state.json; sleep 0.2;';
    const run = await runMeasured(
      { ...here, args: ['sh', '-c', `cd ${folder}; ${write} ${write}`] },
      { stateFolder: folder },
    );
    expect(run.stateBytes).toBe(10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a failure says which command, its code and its last words', async () => {
  await expect(
    runMeasured({ ...here, args: ['sh', '-c', 'echo it broke >&2; exit 3'] }),
  ).rejects.toThrow('"sh -c echo it broke >&2; exit 3" ended with code 3:\n  it broke');
  const run = runMeasured({ ...here, args: ['sh', '-c', 'exit 1'], goodCodes: [0, 1] });
  await expect(run).resolves.toMatchObject({ stdout: '' });
});
