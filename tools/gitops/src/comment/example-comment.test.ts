// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPullRequest } from '../pull-request/read-pull-request.ts';
import { masker } from '../run/mask.ts';
import { reportPage } from './post-comment.ts';
import { exampleReports } from './testing/example-reports.ts';
import { ExampleRepository } from './testing/example-repository.ts';

const page = join(resolve(import.meta.dirname, '../../../..'), 'docs/pull-requests.md');

test('the comment of one pull request is, word for word, the example of the documentation', () => {
  using repository = new ExampleRepository();
  const pullRequest = readPullRequest(repository.root, repository);
  const left = { reports: exampleReports(), jobFailed: false, pullRequest };
  const documented = /<!-- The example[^>]*-->\n\n```text\n([\s\S]*?)```\n/.exec(
    readFileSync(page, 'utf8'),
  );
  expect(reportPage(left, masker({}))).toBe(documented?.[1]);
});
