// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureScript } from './measure-script.ts';
import type { TestEnd, WorkCopy } from './work-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'strata-mutation-'));
const journal = join(folder, 'journal');
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy with a script whose test fails where the script has not the word "run", and is late without "set". */
class PlayedCopy implements Pick<WorkCopy, 'read' | 'test' | 'write'> {
  readonly files = new Map([
    ['a.sh', 'set -u\nrun\nlog\n'],
    ['a.test.ts', 'first'],
  ]);
  count = 0;

  read(file: string): string {
    return this.files.get(file) ?? '';
  }

  write(file: string, text: string): void {
    this.files.set(file, text);
  }

  test(): Promise<TestEnd> {
    this.count += 1;
    const text = this.read('a.sh');
    if (!text.includes('set')) return Promise.resolve('timeout');
    return Promise.resolve(text.includes('run') ? 'passed' : 'failed');
  }
}

const script = { script: 'a.sh', tests: ['a.test.ts'] };

async function measure(copy: PlayedCopy) {
  // WorkCopy has private fields, which nothing here reads.
  const judged = await measureScript(script, copy as unknown as WorkCopy, journal, () => undefined);
  return judged.map(({ before, end }) => `${before}: ${end}`);
}

test('judges each change, goes on with what was not judged, and begins anew with another test', async () => {
  const copy = new PlayedCopy();
  const ends = ['set -u: timeout', 'run: failed', 'log: passed'];
  expect(await measure(copy)).toEqual(ends);
  expect(copy.count).toBe(4);
  expect(copy.read('a.sh')).toBe('set -u\nrun\nlog\n');
  // The script itself, and the change for which there was no time.
  expect(await measure(copy)).toEqual(ends);
  expect(copy.count).toBe(6);
  copy.write('a.test.ts', 'second');
  expect(await measure(copy)).toEqual(ends);
  expect(copy.count).toBe(10);
});

test('measures nothing where the tests fail without a change', async () => {
  const copy = new PlayedCopy();
  copy.write('a.sh', 'set -u\n');
  await expect(measure(copy)).rejects.toThrow('the tests of a.sh fail without a change: a.test.ts');
});
