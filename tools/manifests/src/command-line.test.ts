// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';

test.each([
  [[], { action: 'ensure' }],
  [['--check'], { action: 'check' }],
  [['--update-lock'], { action: 'update-lock' }],
  [['--help'], { action: 'help' }],
  [['--bundle', 'out'], { action: 'bundle', folder: '/here/out' }],
  [['--bundle', '/there'], { action: 'bundle', folder: '/there' }],
])('%j is understood', (args, command) => {
  expect(parseCommand(args, '/here')).toEqual(command);
});

test('options that exclude each other are named', () => {
  expect(() => parseCommand(['--check', '--update-lock'], '/')).toThrow(
    '--check and --update-lock exclude each other.',
  );
});

test('an unknown option is answered with the usage', () => {
  expect(() => parseCommand(['--chekc'], '/')).toThrow(`Unknown option '--chekc'`);
  expect(() => parseCommand(['--chekc'], '/')).toThrow(usage);
});
