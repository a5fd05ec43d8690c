// SPDX-License-Identifier: Apache-2.0
import { buildProgram } from './build-program.ts';
import { commandTable, parents } from './command-table.ts';
import { addCompletion } from './completion.ts';
import { exampleContext } from './reference/example-repository.ts';

/** The words that a shell is offered behind what has been typed. */
async function offered(...typed: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => said.push(line));
  const args = ['complete', '--', ...typed];
  const program = buildProgram(commandTable, parents, () => Promise.resolve(0));
  addCompletion(program, exampleContext.repository, args);
  await program.parseAsync(args, { from: 'user' });
  log.mockRestore();
  // The last line tells the shell how to go on.
  return said.slice(0, -1).map((line) => line.split('\t')[0] ?? '');
}

test.each([
  [['pl'], ['plan']],
  [
    ['plan', 'c'],
    ['capacity', 'cost'],
  ],
  [
    ['up', ''],
    ['production', 'sandbox'],
  ],
  [
    ['up', 'production', ''],
    ['reports', 'shop'],
  ],
  [['get', 'nodes', 'sandbox', ''], ['demo']],
  [['up', 'nowhere', ''], []],
  [['up', '--ye'], ['--yes']],
  [
    ['preview', '--program', ''],
    ['infra', 'platform', 'addons', 'user-cluster'],
  ],
])('behind %j a shell is offered %j', async (typed, words) => {
  expect(await offered(...typed)).toEqual(words);
});
