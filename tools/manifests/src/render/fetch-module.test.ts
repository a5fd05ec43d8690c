// SPDX-License-Identifier: Apache-2.0
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchModule } from './fetch-module.ts';
import { testFolder } from '../test-folder.ts';

const oldPath = process.env.PATH;

/** Puts a `go` first on PATH that prints its arguments where the answer has %s. */
function fakeGo(answer: object, exitCode: number): void {
  const folder = testFolder();
  const text = JSON.stringify(answer).replace('%s', '$*');
  writeFileSync(join(folder, 'go'), `#!/bin/sh\ncat <<END\n${text}\nEND\nexit ${exitCode}\n`);
  chmodSync(join(folder, 'go'), 0o755);
  process.env.PATH = `${folder}${delimiter}${oldPath ?? ''}`;
}

afterEach(() => {
  process.env.PATH = oldPath;
});

test('a module is downloaded by the go command, which tells its hash and folder', async () => {
  fakeGo({ Dir: '/modules/%s', Sum: 'h1:abc=' }, 0);
  expect(await fetchModule('example.com/a', 'v1.0.0')).toEqual({
    path: 'example.com/a',
    version: 'v1.0.0',
    hash: 'h1:abc=',
    directory: '/modules/mod download -json example.com/a@v1.0.0',
  });
});

test('a module that cannot be downloaded is named with the reason', async () => {
  fakeGo({ Error: 'example.com/a@v1.0.0: verifying module:\n\tchecksum mismatch' }, 1);
  await expect(fetchModule('example.com/a', 'v1.0.0')).rejects.toThrow(
    'example.com/a@v1.0.0 cannot be downloaded (example.com/a@v1.0.0: verifying module: checksum ' +
      'mismatch); check the connection, HTTPS_PROXY and GOPROXY and run again.',
  );
});

test('a missing Go is one line', async () => {
  process.env.PATH = '/nonexistent';
  await expect(fetchModule('example.com/a', 'v1.0.0')).rejects.toThrow(
    'Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put its bin folder first ' +
      'on PATH.',
  );
});

test('a download that is called off ends with the reason', async () => {
  fakeGo({ Dir: '/modules', Sum: 'h1:abc=' }, 0);
  const stop = AbortSignal.abort(new Error('stopped by the user'));
  await expect(fetchModule('example.com/a', 'v1.0.0', stop)).rejects.toThrow('stopped by the user');
});
