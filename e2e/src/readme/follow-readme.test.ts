// SPDX-License-Identifier: Apache-2.0
// Somebody who has just cloned the repository does what the README says, and nothing else.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freshClone, type FreshClone } from './fresh-clone.ts';
import { missingLines, readmeSteps } from './readme-steps.ts';

const root = resolve(import.meta.dirname, '../../..');
const steps = readmeSteps(readFileSync(join(root, 'README.md'), 'utf8'));

let clone: FreshClone;
beforeAll(() => {
  clone = freshClone();
});
afterAll(async () => {
  await clone.run('npx strata reset');
  clone.remove();
});

test.each(steps)('$command', async ({ run, shown }) => {
  const begun = Date.now();
  const { code, output } = await clone.run(run);
  console.info(`${run}: ${Math.round((Date.now() - begun) / 1_000)} s`);
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  expect(missingLines(shown, output)).toEqual([]);
});
