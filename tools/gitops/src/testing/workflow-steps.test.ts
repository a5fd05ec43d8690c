// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWorkflowJob } from './workflow-steps.ts';

const workflow = `
jobs:
  one:
    env: { JOB: job }
    outputs:
      said: \${{ steps.say.outputs.word }}
    steps:
      - uses: actions/checkout@abc
        with: { depth: 0 }
      - uses: ./act
        with: { word: hello }
      - id: say
        run: |
          echo "word=$WORD-$JOB" >> "$GITHUB_OUTPUT"
          echo "A summary of a \${{ job.status }}" >> "$GITHUB_STEP_SUMMARY"
      - name: breaks
        run: |
          echo before
          false
          echo after
      - name: not reached
        run: echo no
      - name: cleans
        if: always()
        env: { STATUS: '\${{ job.status }}' }
        run: tool "$STATUS"
`;

test('runs the steps of a job in order, and after a failure only those whose condition holds', async () => {
  const root = mkdtempSync(join(tmpdir(), 'workflow-'));
  mkdirSync(join(root, 'act'));
  writeFileSync(join(root, 'w.yml'), workflow);
  writeFileSync(
    join(root, 'act/action.yml'),
    'runs:\n  steps:\n    - run: |\n        echo "WORD=${{ inputs.word }}" >> "$GITHUB_ENV"\n        mkdir -p bin && printf "#!/bin/sh\\necho tool \\$1" > bin/tool && chmod +x bin/tool\n        echo "$PWD/bin" >> "$GITHUB_PATH"\n',
  );
  const seen: unknown[] = [];
  const result = await runWorkflowJob({
    root,
    workflow: 'w.yml',
    job: 'one',
    contexts: {},
    env: {},
    actions: { 'actions/checkout': (inputs) => void seen.push(inputs) },
  });
  expect(seen).toEqual([{ depth: '0' }]);
  expect(result.result).toBe('failure');
  expect(result.outputs).toEqual({ said: 'hello-job' });
  expect(result.summary).toBe('A summary of a success\n');
  expect(result.steps.slice(-3)).toEqual([
    { name: 'breaks', outcome: 'failure', output: 'before\n' },
    { name: 'not reached', outcome: 'skipped', output: '' },
    { name: 'cleans', outcome: 'success', output: 'tool failure\n' },
  ]);
  rmSync(root, { recursive: true });
});
