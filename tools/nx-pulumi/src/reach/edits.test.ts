// SPDX-License-Identifier: Apache-2.0
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Reach } from '../stacks/affected-stacks.ts';
import { ChangedFiles } from '../stacks/changed-files.ts';
import { listStacks } from '../stacks/list-stacks.ts';
import { TestRepository } from '../stacks/test-repository.ts';
import { programsOf } from './edit.ts';
import type { Edit } from './edit.ts';
import { edits } from './edits.ts';

const empty = 'config: {}\n';
const repository = new TestRepository({
  'stacks/infra/Pulumi.production.yaml': empty,
  'stacks/kubevirt-stack/Pulumi.production.yaml': empty,
  'stacks/addons/Pulumi.production.yaml': empty,
  'stacks/user-cluster/Pulumi.production.shop.yaml': empty,
  'stacks/prices/production.yaml': 'currency: EUR\ncpu: 8\n',
});
afterAll(() => rmSync(repository.folder, { recursive: true }));

const stacks = listStacks(repository.folder);
const start = repository.git('rev-parse', 'HEAD');

function make({ file, from, to }: Edit): void {
  repository.git('reset', '--quiet', '--hard', start);
  const text = readFileSync(join(repository.folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  repository.write(file, text.replace(from, to));
  repository.commit(file);
}

const rows = edits.map((edit) => [edit.what, edit] as const);

test.each(rows)('%s', (_, edit) => {
  make(edit);
  const changed = new ChangedFiles(repository.folder).since(start) ?? [];
  const reach = new Reach(repository.folder, stacks);
  const reached = stacks.filter((stack) => reach.filesOf(stack, changed).length > 0);
  expect(reached.map(({ program }) => program)).toEqual(programsOf(edit.reaches));
});

/** Nx itself takes seconds for each: `npm test -- --all` asks it about all of them. */
const asked = process.env.STRATA_TEST_ALL === 'true' ? rows : rows.filter((_, at) => at % 8 === 0);

test.each(asked)('nx affected: %s', (_, edit) => {
  make(edit);
  const programs = repository.affected(start).map((id) => id.split('/')[0]);
  expect(programs).toEqual([...programsOf(edit.byName ?? edit.reaches)].sort());
});

test('is a table of at least 20 edits, no two of which are called the same', () => {
  expect(edits.length).toBeGreaterThanOrEqual(20);
  expect(new Set(edits.map(({ what }) => what)).size).toBe(edits.length);
});
