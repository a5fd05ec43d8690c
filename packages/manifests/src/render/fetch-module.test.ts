// SPDX-License-Identifier: Apache-2.0
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchModule } from './fetch-module.ts';
import { testFolder } from '../test-folder.ts';

const request = { path: 'example.com/a', version: 'v1.0.0' };
const oldPath = process.env.PATH;

/**
 * Puts a `go` first on PATH that prints the answer with its arguments in the place of %s, and saves
 * go.sum and its environment.
 */
function fakeGo(answer: object, exitCode: number): string {
  const folder = testFolder();
  const text = JSON.stringify(answer).replace('%s', '$*');
  writeFileSync(
    join(folder, 'go'),
    `#!/bin/sh\ncp go.sum ${folder}/go.sum\nenv > ${folder}/env\ncat <<END\n${text}\nEND\nexit ${exitCode}\n`,
  );
  chmodSync(join(folder, 'go'), 0o755);
  process.env.PATH = `${folder}${delimiter}${oldPath ?? ''}`;
  return folder;
}

afterEach(() => {
  process.env.PATH = oldPath;
});

test('downloads a module with the go command and returns its hash and folder', async () => {
  fakeGo({ Dir: '/modules/%s', Sum: 'h1:abc=' }, 0);
  expect(await fetchModule(request)).toEqual({
    path: 'example.com/a',
    version: 'v1.0.0',
    hash: 'h1:abc=',
    directory: '/modules/mod download -json example.com/a@v1.0.0',
  });
});

test('names a module that cannot be downloaded, with the reason', async () => {
  fakeGo({ Error: 'example.com/a@v1.0.0: verifying module:\n\tchecksum mismatch' }, 1);
  await expect(fetchModule(request)).rejects.toThrow(
    'example.com/a@v1.0.0 cannot be downloaded (example.com/a@v1.0.0: verifying module: checksum ' +
      'mismatch); check the connection, HTTPS_PROXY and GOPROXY and run again.',
  );
});

test('passes sums of the table to Go, which checks the module against them', async () => {
  const folder = fakeGo({ Dir: '/modules', Sum: 'h1:zip=' }, 0);
  const sums = { zip: 'h1:zip=', goMod: 'h1:mod=' };
  await fetchModule({ ...request, sums });
  expect(readFileSync(join(folder, 'go.sum'), 'utf8')).toBe(
    'example.com/a v1.0.0 h1:zip=\nexample.com/a v1.0.0/go.mod h1:mod=\n',
  );
});

test('removes variables that would keep Go from asking the checksum database', async () => {
  const folder = fakeGo({ Dir: '/modules', Sum: 'h1:zip=' }, 0);
  await fetchModule(request);
  expect(readFileSync(join(folder, 'go.sum'), 'utf8')).toBe('');
  expect(readFileSync(join(folder, 'env'), 'utf8')).toContain('GOFLAGS=\n');
});

test('downloads a module through one of its packages where the proxy lacks its description', async () => {
  const Error = { Err: '.info: 403 Forbidden' };
  fakeGo({ Module: { Dir: '/modules/%s', Sum: 'h1:abc=', Error } }, 0);
  expect(await fetchModule({ ...request, package: 'example.com/a/b' })).toEqual({
    path: 'example.com/a',
    version: 'v1.0.0',
    hash: 'h1:abc=',
    directory: '/modules/list -mod=mod -find -e -json=Module,Error example.com/a/b',
  });
});

test('names a package that cannot be downloaded, with the reason', async () => {
  fakeGo({ Error: { Err: 'checksum mismatch' } }, 0);
  await expect(fetchModule({ ...request, package: 'example.com/a/b' })).rejects.toThrow(
    'example.com/a@v1.0.0 cannot be downloaded (checksum mismatch); check the connection, ' +
      'HTTPS_PROXY and GOPROXY and run again.',
  );
});

test('reports a missing Go in one line', async () => {
  process.env.PATH = '/nonexistent';
  await expect(fetchModule(request)).rejects.toThrow(
    'Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put its bin folder first ' +
      'on PATH.',
  );
});

test('an aborted download fails with the reason', async () => {
  fakeGo({ Dir: '/modules', Sum: 'h1:abc=' }, 0);
  const stop = AbortSignal.abort(new Error('stopped by the user'));
  await expect(fetchModule(request, stop)).rejects.toThrow('stopped by the user');
});
