// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPullRequest } from '../pull-request/read-pull-request.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { Repository } from './repository.ts';
import { notAtTop } from './top-of-repository.ts';

const repository = new SmallRepository('top');
afterAll(() => repository.delete());
repository.commit({ 'infra/strata/stacks/infra/Pulumi.prod.yaml': '# first\n' });
repository.commit({ 'infra/strata/stacks/infra/Pulumi.prod.yaml': '# second\n' });

const folder = join(repository.root, 'infra/strata');
const refusal =
  'Strata must be at the top of its Git repository, and here it is in infra/strata/: changed files would reach no stack. Give it a repository of its own';

test('a folder of a larger repository is not the top of it', () => {
  expect(notAtTop(folder)).toBe(refusal);
  expect(notAtTop(repository.root)).toBeUndefined();
});

test('a folder of no repository is none of a larger one', () => {
  const outside = mkdtempSync(join(tmpdir(), 'no-repository-'));
  try {
    expect(notAtTop(outside)).toBeUndefined();
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('in a folder of a larger repository, nobody is told that a change reaches nothing', () => {
  expect(() => new Repository(folder).changedSince('HEAD^1')).toThrow(refusal);
  expect(() => new Repository(folder).refuseUncommitted()).toThrow(refusal);
  expect(readPullRequest(folder, { base: 'HEAD^1', head: 'HEAD' })).toEqual({ unknown: refusal });
});
