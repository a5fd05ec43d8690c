// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTimes, runMeasured } from './run-measured.ts';

const here = { cwd: tmpdir(), env: process.env };

test('reads the times of the children from the second line of "times"', () => {
  expect(parseTimes('0m0.01s 0m0.02s\n1m2.50s 0m0.25s\n')).toBe(62.75);
});

test('a run returns its output and its duration', async () => {
  const run = await runMeasured({ ...here, args: ['sh', '-c', 'sleep 0.3; echo done'] });
  expect(run.stdout).toBe('done\n');
  expect(run.seconds).toBeGreaterThan(0.29);
  expect(run.peakMiB).toBeGreaterThan(0);
});

test('counts the work of a grandchild', async () => {
  const busy = 'while (process.cpuUsage().user < 300000);';
  const command = `${process.execPath} -e '${busy}'`;
  const run = await runMeasured({ ...here, args: ['sh', '-c', `${command}; true`] });
  expect(run.cpuSeconds).toBeGreaterThan(0.25);
});

test('counts each file that is put in place in the folder of the state', async () => {
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

test('a failure names the command, its exit code and its last output', async () => {
  await expect(
    runMeasured({ ...here, args: ['sh', '-c', 'echo it broke >&2; exit 3'] }),
  ).rejects.toThrow('"sh -c echo it broke >&2; exit 3" ended with code 3:\n  it broke');
  const run = runMeasured({ ...here, args: ['sh', '-c', 'exit 1'], goodCodes: [0, 1] });
  await expect(run).resolves.toMatchObject({ stdout: '' });
});
