// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { failsWith, makeMachine } from '../test/fake-go.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { ToolchainError } from './toolchain-error.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

/**
 * Returns the message of the error with which building etcd fails; paths of this machine are
 * shortened.
 */
async function failure(): Promise<string> {
  try {
    await ensureToolchain({ tools: ['etcd'], env: machine.env });
  } catch (error) {
    expect(error).toBeInstanceOf(ToolchainError);
    return (error as ToolchainError).message
      .replaceAll(machine.home, '~')
      .replace(/-[0-9a-f]{16}/g, '-<key>');
  }
  throw new Error('no failure');
}

const log = 'Full log: ~/cache/toolchain/logs/etcd-3.6.5-<key>.log';

test('reports a missing Go in one line that says where to get it', async () => {
  await rm(join(machine.bin, 'go'));
  expect(await failure()).toBe(
    'Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put its bin folder first on ' +
      'PATH.',
  );
});

test('reports an old Go in one line that names both versions', async () => {
  await machine.setGo({ version: 'go1.25.12' });
  expect(await failure()).toBe(
    'Go is too old: found go1.25.12, needed is Go 1.26: install Go 1.26 or newer ' +
      '(https://go.dev/dl) and put its bin folder first on PATH.',
  );
  expect(await machine.goCalls()).toEqual([]);
});

test('reports a full disk in one line that names the folders', async () => {
  await machine.setGo({
    build: failsWith('k8s.io/api/core/v1', 'write /tmp/x.o: no space left on device'),
  });
  expect(await failure()).toBe(
    'Building etcd 3.6.5 failed: the disk is full; free some space in ~/cache/toolchain, ' +
      `~/gocache, ~/gomodcache and run again. ${log}`,
  );
});

test('reports a missing network in one line that names the proxy', async () => {
  const line =
    'go.etcd.io/etcd/server/v3@v3.6.5: Get "https://proxy.example": dial tcp: no such host';
  await machine.setGo({ list: failsWith(line) });
  expect(await failure()).toBe(
    'Building etcd 3.6.5 failed: no network, or the module proxy (GOPROXY=https://proxy.example) ' +
      `cannot be reached (${line}); check the connection, HTTPS_PROXY and GOPROXY and run again. ` +
      log,
  );
});

test('warns in one line of a module that differs from go.sum', async () => {
  const line = 'verifying go.etcd.io/bbolt@v1.4.3: checksum mismatch';
  await machine.setGo({ list: failsWith(line, 'SECURITY ERROR') });
  expect(await failure()).toBe(
    `Building etcd 3.6.5 failed: a downloaded module is not the one in go.sum (${line}); run ` +
      '`go clean -modcache` and again, and if it stays, do not trust the module proxy in GOPROXY. ' +
      log,
  );
});

test("shows, for any other failure, the end of Go's output and the path of all of it", async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  await machine.setGo({ build: failsWith(...lines) });
  expect(await failure()).toBe(
    [
      "Building etcd 3.6.5 failed; Go's last words:",
      ...lines.slice(-12).map((line) => `  ${line}`),
      log,
    ].join('\n'),
  );
  const folder = join(machine.cache, 'toolchain', 'logs');
  const [name = ''] = await readdir(folder);
  expect((await readFile(join(folder, name), 'utf8')).split('\n').slice(-21, -1)).toEqual(lines);
});

test('fails when a build yields no binary', async () => {
  await machine.setGo({ build: 'true' });
  expect(await failure()).toBe('Building etcd 3.6.5 did not yield server.');
});

test('leaves only the log of a failed build', async () => {
  await machine.setGo({ build: failsWith('no') });
  await failure();
  expect(await readdir(join(machine.cache, 'toolchain'))).toEqual(['logs']);
});
