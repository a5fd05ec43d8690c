// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI, with a provider whose cloud is a folder of files.
jest.setTimeout(600_000);

const repository = new NoteRepository();
const id = 'user-cluster/prod.shop';

beforeAll(() => {
  const facts = join(import.meta.dirname, '../../../../stacks/infra-facts/staging.yaml');
  repository.write('stacks/infra-facts/prod.yaml', readFileSync(facts, 'utf8'));
  for (const program of ['infra', 'kubevirt-stack', 'user-cluster']) repository.addProgram(program);
  repository.configure('infra/prod', {});
  repository.configure(id, { a: { text: 'one' } });
});
afterAll(() => repository.remove());

test('a cluster that only its platform keeps from being previewed says what is wrong with the platform', async () => {
  repository.write('stacks/kubevirt-stack/Pulumi.prod.yaml', 'config: {}\n');
  repository.commit();
  const { reports } = await repository.run('preview', [id], '--offline');
  const [report, ...others] = reports;
  expect(others).toEqual([]);
  expect(report?.outcome).toBe('skipped');
  const [first, ...reason] = report?.reason?.split('\n') ?? [];
  expect(first).toBe('kubevirt-stack/prod must come first, and its preview fails:');
  expect(reason.join('\n')).toContain(
    "Missing required configuration variable 'kubevirt-stack:folder'",
  );
});
