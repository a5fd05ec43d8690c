// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { parseCommand, usage } from './command-line.ts';

const scope = { releases: ['v1.8'], optional: false };
const everything = { releases: releases.map(({ name }) => name), optional: true };
const bundle = {
  action: 'bundle',
  folder: '/here/out',
  scope: { ...scope, optional: true },
  images: [],
};

test.each([
  [[], { action: 'ensure', scope }],
  [['--optional'], { action: 'ensure', scope: { ...scope, optional: true } }],
  [
    ['--release', 'v1.7', '--release', 'v1.9'],
    { action: 'ensure', scope: { releases: ['v1.7', 'v1.9'], optional: false } },
  ],
  [['--all'], { action: 'ensure', scope: everything }],
  [['--check'], { action: 'check' }],
  [['--update-lock'], { action: 'update-lock' }],
  [['--help'], { action: 'help' }],
  [['--bundle', 'out'], bundle],
  [['--bundle', '/there', '--image', 'a:1'], { ...bundle, folder: '/there', images: ['a:1'] }],
  [['--bundle', 'out', '--image', 'docker://a/b:1'], { ...bundle, images: ['a/b:1'] }],
  [['--bundle', 'out', '--all'], { ...bundle, scope: everything }],
])('%j is understood', (args, command) => {
  expect(parseCommand(args, '/here')).toEqual(command);
});

test.each([
  [['--check', '--update-lock'], '--check and --update-lock exclude each other.'],
  [['--check', '--release', 'v1.8'], '--check and --release exclude each other.'],
  [['--all', '--release', 'v1.8'], '--all and --release exclude each other.'],
  [['--image', 'a:1'], '--image is for --bundle.'],
  [['--bundle', 'x', '--image', 'a b'], '"a b" is not an image, such as quay.io/example/image:v1.'],
  [['--release', 'v1.88'], 'There is no release "v1.88"; did you mean "v1.8"?'],
])('%j is refused', (args, message) => {
  expect(() => parseCommand(args, '/')).toThrow(message);
});

test('refuses an unknown option with the usage', () => {
  expect(() => parseCommand(['--chekc'], '/')).toThrow(`Unknown option '--chekc'`);
  expect(() => parseCommand(['--chekc'], '/')).toThrow(usage);
});
