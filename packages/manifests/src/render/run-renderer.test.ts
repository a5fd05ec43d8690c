// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { ManifestError } from '../manifest-error.ts';
import { runRenderer, withWorkFolder } from './run-renderer.ts';

const run = (script: string, signal?: AbortSignal) =>
  runRenderer({
    binary: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { ONLY: 'this' },
    signal,
    failure: 'sh failed for a test',
    reasonIn: (stderr) => stderr.split('\n')[0],
  });

test('returns what a program prints, which knows nothing of the caller', async () => {
  expect(await run('echo "$ONLY-$HOME"')).toBe('this-\n');
});

test('a failure has the reason that the program gives', async () => {
  await expect(run('echo "no chart" >&2; echo more >&2; exit 1')).rejects.toThrow(
    new ManifestError('sh failed for a test: no chart'),
  );
});

test('a failure without a word has the command as its reason', async () => {
  await expect(run('exit 3')).rejects.toThrow(
    new ManifestError('sh failed for a test: Command failed: /bin/sh -c exit 3'),
  );
});

test('an abort is no failure of the program', async () => {
  const reason = new Error('enough');
  await expect(run('sleep 5', AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('a work folder is gone when its work has ended, or failed', async () => {
  const folders: string[] = [];
  await withWorkFolder((folder) => Promise.resolve(folders.push(folder)));
  const failing = withWorkFolder((folder) => {
    folders.push(folder);
    return Promise.reject(new Error('no'));
  });
  await expect(failing).rejects.toThrow('no');
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});
