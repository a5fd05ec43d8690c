// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStack } from './run-stack.ts';
import { openWorkspace } from './workspace.ts';

const root = mkdtempSync(join(tmpdir(), 'run-stack-'));
mkdirSync(join(root, 'packages/infra'), { recursive: true });
mkdirSync(join(root, 'stacks/infra'), { recursive: true });
writeFileSync(join(root, 'stacks/infra/Pulumi.prod.yaml'), 'config: {}\n');
afterAll(() => rmSync(root, { recursive: true }));

test('says that Pulumi is missing, and where to get it', async () => {
  const workspace = openWorkspace(root);
  const [stack] = workspace.stacks;
  if (stack === undefined) throw new Error('there is no stack');
  const context = {
    workspace,
    env: { PATH: '/nowhere' },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const { outcome, reason } = await runStack(context, stack, 'preview');
  expect({ outcome, reason }).toEqual({
    outcome: 'failed',
    reason:
      "Pulumi's command line is not on PATH: `npm run toolchain` makes the pinned one, and " +
      '`eval "$(npx node tools/gitops/src/job/job-tools.ts)"` puts it there; `npx strata doctor` says what else is missing',
  });
});
