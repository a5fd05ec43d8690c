// SPDX-License-Identifier: Apache-2.0
import { judgedBy, type RackSession } from '@strata/sandbox';
import { openSession, pulumi, stacks } from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** Pulumi's output for policies that were evaluated and reported nothing. */
const clean = /^Policies:\n +✅ strata@v0\.1\.0 \(local: \.\.\/policies\)\n\n/m;

describe.each(Object.values(stacks))('$program/$stack, once it is up', (stack) => {
  test('a preview finds nothing to change, and no policy minds anything', async () => {
    const preview = ['preview', '--expect-no-changes', ...judgedBy(stack)];
    const { code, stdout } = await pulumi(session, stack, preview);
    expect(stdout).toMatch(/\d+ unchanged/);
    expect(stdout).toMatch(clean);
    expect(code).toBe(0);
  });

  test('a second up changes nothing, and no policy minds anything', async () => {
    const up = ['up', '--yes', '--skip-preview', '--expect-no-changes', ...judgedBy(stack)];
    const { code, stdout } = await pulumi(session, stack, up);
    expect(stdout).toMatch(/\d+ unchanged/);
    expect(stdout).toMatch(clean);
    expect(code).toBe(0);
  });

  test('a check for drift finds none', async () => {
    const check = ['refresh', '--preview-only', '--expect-no-changes'];
    const { code, stdout } = await pulumi(session, stack, check);
    expect(stdout).toMatch(/\d+ unchanged/);
    expect(code).toBe(0);
  });
});
