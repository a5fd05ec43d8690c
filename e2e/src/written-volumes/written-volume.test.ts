// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWrittenVolume, writerScript } from './written-volume.ts';

const dir = mkdtempSync(join(tmpdir(), 'strata-written-'));
const file = join(dir, 'log');
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs the script until it says that a number is written. */
async function writeUntil(number: number): Promise<string> {
  const child = spawn('sh', ['-c', writerScript(file)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let said = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes(`wrote ${number}\n`) && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
    }
  });
  await ended;
  return said;
}

test('a program that is killed and started again writes each number once', async () => {
  expect(await writeUntil(2)).toBe('wrote 1\nwrote 2\n');
  expect(await writeUntil(4)).toBe('wrote 3\nwrote 4\n');
  const found = readWrittenVolume(readFileSync(file, 'utf8'));
  expect(found).toMatchObject({ numbers: [1, 2, 3, 4], starts: 2 });
});

test('pauses of one run and moves between two are told apart', () => {
  const text = 'start 0\n1 100\n2 600\nstart 9000\n3 9100\n4 9700\nstart 20000\n';
  expect(readWrittenVolume(text)).toEqual({
    numbers: [1, 2, 3, 4],
    starts: 3,
    longestPause: 600,
    moves: [{ from: 600, to: 9100 }],
  });
});

test('pauses and moves are those after a line, all numbers are read', () => {
  const text = 'start 0\n1 100\nstart 7000\n2 7100\n3 8100\n4 8600\nstart 9000\n5 9100\n';
  expect(readWrittenVolume(text, 3)).toEqual({
    numbers: [1, 2, 3, 4, 5],
    starts: 3,
    longestPause: 500,
    moves: [{ from: 8600, to: 9100 }],
  });
  expect(readWrittenVolume(text, 5)).toMatchObject({ longestPause: 0, moves: [] });
});

test('what was lost or written twice is seen in the numbers', () => {
  const text = 'start 0\n1 100\n3 1100\nstart 9000\n3 9100\n';
  expect(readWrittenVolume(text).numbers).toEqual([1, 3, 3]);
});
