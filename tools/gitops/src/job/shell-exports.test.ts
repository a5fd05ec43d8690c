// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { shellExports } from './shell-exports.ts';

const line = shellExports({
  binFolder: '/cache/strata/bin-1a',
  pulumiHome: '/cache/strata/home',
  root: '/home/ada/my strata',
});

test('a shell finds the pinned tools first, then the programs of npm ci, Node among them', () => {
  expect(line).toBe(
    'export PATH="/cache/strata/bin-1a:/home/ada/my strata/node_modules/.bin":"$PATH" ' +
      'PULUMI_HOME="/cache/strata/home"',
  );
});

test('a shell takes the line as it is', () => {
  const script = `eval "$1"; echo "$PATH $PULUMI_HOME"`;
  const said = execFileSync('/bin/sh', ['-c', script, 'sh', line], {
    env: { PATH: '/usr/bin' },
    encoding: 'utf8',
  });
  expect(said).toBe(
    '/cache/strata/bin-1a:/home/ada/my strata/node_modules/.bin:/usr/bin /cache/strata/home\n',
  );
});
