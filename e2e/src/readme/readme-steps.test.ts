// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linesOf, scriptsOf } from '@strata/test/command-lines';
import { missingLines, notRun, readmeSteps } from './readme-steps.ts';

const readme = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'README.md'), 'utf8');

test('the README begins with npm start and ends with the reset of the sandbox', () => {
  const commands = readmeSteps(readme).map(({ command }) => command);
  expect(commands[0]).toBe('npm start');
  expect(commands.slice(-2)).toEqual(['npx strata stop', 'npx strata reset']);
  expect(commands.length).toBeGreaterThanOrEqual(12);
});

test('what is not run stands in the README', () => {
  const all = scriptsOf(readme).flatMap(linesOf);
  expect(all).toEqual(expect.arrayContaining(Object.keys(notRun)));
});

test('a block of text behind the commands shows output of the last', () => {
  const page = [
    '```sh',
    'one',
    'npx strata up sandbox shop',
    '```',
    '',
    'It says',
    '',
    '```text',
    'a  b',
    '```',
  ];
  expect(readmeSteps(page.join('\n'))).toEqual([
    { command: 'one', run: 'one', shown: [] },
    {
      command: 'npx strata up sandbox shop',
      run: 'npx strata up sandbox shop --yes',
      shown: ['a  b'],
    },
  ]);
  expect(
    missingLines(['a  b', 'begins ...', '...', 'gone', 'gone, too ...'], 'begins here\n a b\n'),
  ).toEqual(['gone', 'gone, too ...']);
});
