// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planLine } from './reference/plan-line.ts';
import { root } from './root.ts';
import { UsageError } from './usage-error.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'wrong-lines-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the tool behind a command, which has only one. */
async function run(line: string) {
  const [step] = await planLine(line);
  const [, ...args] = step?.argv ?? [];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, STRATA_SANDBOX_DIR: folder },
  });
  return { status, first: stderr.split('\n')[0] };
}

test.each([
  ['plan what-if host-lost', /^the question is "host-lost <host>"; there are: .*prd-0, /],
  ['plan what-if host-lost nobody', /^there is no host "nobody"/],
  [
    'plan upgrade production --kubernetes 1.35',
    /^--kubernetes is an exact version like 1\.35\.4, not "1\.35"$/,
  ],
  ['fleet --serve --port x', /^--port must be a whole number from 0 to 65535$/],
  ['start --hosts abc', /^The sandbox cannot be made like this:$/],
  ['status --name Trial', /^"Trial" is not a sandbox name: /],
])(
  'the tool behind "%s" ends with the exit code of a wrong command line',
  async (line, message) => {
    const { first, status } = await run(line);
    expect(status).toBe(2);
    expect(first).toMatch(message);
  },
);

test.each([
  ['fleet --name trial', '--name needs --live.'],
  ['fleet --head main', '--head needs --base.'],
  ['fleet --port 80', '--port needs --serve.'],
  ['fleet --every 5', '--every needs --serve.'],
  ['comment abc', 'comment needs the number of a pull request, or --open.'],
])('"%s" is refused with the options of npx strata: %s', async (line, message) => {
  const planned = planLine(line);
  await expect(planned).rejects.toBeInstanceOf(UsageError);
  await expect(planned).rejects.toThrow(message);
});
