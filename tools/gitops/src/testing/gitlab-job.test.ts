// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGitLabJob } from './gitlab-job.ts';

const pipeline = `
.base:
  variables: {WORD: base, OTHER: base}
  before_script: [echo before]
.more:
  extends: .base
  before_script: ['word=$WORD', 'echo more']
job:
  extends: [.base, .more]
  script: ['echo "$word $OTHER"', 'false', 'echo never']
`;

test('runs the scripts of a job and of what it extends, up to the first failure', async () => {
  const root = mkdtempSync(join(tmpdir(), 'gitlab-'));
  writeFileSync(join(root, '.gitlab-ci.yml'), 'include:\n  - local: jobs.yml\n');
  writeFileSync(join(root, 'jobs.yml'), pipeline);
  const { PATH = '' } = process.env;
  const place = { root, env: { PATH, WORD: 'given' } };
  expect(await runGitLabJob({ ...place, job: 'job' })).toEqual({
    code: 1,
    output: 'more\ngiven base\n',
  });
  await expect(runGitLabJob({ ...place, job: 'none' })).rejects.toThrow(
    'GitLab\'s pipeline has no job "none".',
  );
  rmSync(root, { recursive: true });
});
