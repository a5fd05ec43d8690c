// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { openSession, pulumi, stacks } from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

describe.each(Object.values(stacks))('$program/$stack, once it is up', (stack) => {
  test('a preview finds nothing to change', async () => {
    const { code, stdout } = await pulumi(session, stack, ['preview', '--expect-no-changes']);
    expect(stdout).toMatch(/\d+ unchanged/);
    expect(code).toBe(0);
  });

  test('a second up changes nothing', async () => {
    const up = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
    const { code, stdout } = await pulumi(session, stack, up);
    expect(stdout).toMatch(/\d+ unchanged/);
    expect(code).toBe(0);
  });

  test('a check for drift finds none', async () => {
    const check = ['refresh', '--preview-only', '--expect-no-changes'];
    const { code, stdout } = await pulumi(session, stack, check);
    expect(stdout).toMatch(/\d+ unchanged/);
    expect(code).toBe(0);
  });
});
