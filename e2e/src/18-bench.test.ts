// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

test('the bench measures the life of a cluster, by Strata and by kubectl', () => {
  const { HOME = '', PATH = '' } = process.env;
  const args = ['bench/src/main.ts', 'one-cluster', '--quick'];
  const { stdout, stderr } = spawnSync('node', args, {
    cwd: root,
    env: { HOME, PATH },
    encoding: 'utf8',
    timeout: 580_000,
  });
  const measured = [...stdout.matchAll(/^one-cluster: (\w+ \w+): \d/gm)].map(([, what]) => what);
  expect({ measured, stderr }).toEqual({
    measured: [
      'strata create',
      'strata preview',
      'strata destroy',
      'kubectl create',
      'kubectl preview',
      'kubectl destroy',
    ],
    stderr: expect.not.stringContaining('hand') as string,
  });
});
