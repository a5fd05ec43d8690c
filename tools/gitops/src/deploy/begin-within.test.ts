// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReports } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { deploy } from './deploy.ts';

const root = mkdtempSync(join(tmpdir(), 'begin-within-'));
for (const folder of ['bin', 'packages/infra', 'stacks/infra']) {
  mkdirSync(join(root, folder), { recursive: true });
}
writeFileSync(join(root, 'bin/pulumi'), '#!/bin/sh\necho "error: no stack named" >&2\nexit 255\n');
chmodSync(join(root, 'bin/pulumi'), 0o755);
for (const name of ['test', 'prod']) {
  writeFileSync(join(root, `stacks/infra/Pulumi.${name}.yaml`), 'config: {}\n');
}
afterAll(() => rmSync(root, { recursive: true }));

test('a deployment that is out of time begins no stack, and does not go on to the next ring', async () => {
  let minutes = 0;
  const lines: string[] = [];
  const context = {
    workspace: openWorkspace(root),
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}` },
    signal: new AbortController().signal,
    progress: (line: string) => {
      lines.push(line);
      if (line.startsWith('ring first')) minutes = 240;
    },
  };
  const reports = join(root, 'reports');
  const isGood = await deploy(context, {
    rings: [
      { name: 'first', environments: ['test'], windows: [] },
      { name: 'last', environments: ['prod'], windows: [] },
    ],
    ahead: [],
    renewAfterDays: 7,
    reports,
    parallel: 1,
    only: undefined,
    beginWithin: 240,
    now: () => new Date(Date.UTC(2026, 10, 27, 12, minutes)),
  });
  expect(isGood).toBe(false);
  expect(
    readReports(reports).map(({ outcome, reason, stack }) => [stack, outcome, reason]),
  ).toEqual([
    [
      'prod',
      'skipped',
      'The ring "first" did not end well. Mend that; the next deployment does this too.',
    ],
    [
      'test',
      'skipped',
      'It was never begun: 240 minutes have passed, and its job would have been killed in the middle of it. Run the job again.',
    ],
  ]);
  expect(lines.filter((line) => line.includes('up ...'))).toEqual([]);
});
