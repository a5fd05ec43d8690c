// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'nft');

/** Runs the Go on PATH in the folder of nft, as the build does. */
async function go(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOFLAGS: '',
    GOWORK: 'off',
    GOTOOLCHAIN: 'local',
  };
  const { stdout } = await promisify(execFile)('go', args, { cwd: folder, env });
  return stdout;
}

// A cold cache has the standard library to compile, and golang.org/x/sys to download.
const patience = 300_000;

test(
  'nft agrees with the nft of nftables, by its own tests in Go',
  async () => {
    const output = await go('test', '-count=1', '-v', './...');
    expect(output).toMatch(/^ok {2}\tstrata\/toolchain\/nft\t/m);
    // Needs neither an nft nor namespaces, so that it never passes over anything.
    expect(output).toMatch(/^--- PASS: TestMessagesAreThoseOfNft /m);
  },
  patience,
);

test(
  'nft has nothing that go vet finds',
  async () => {
    expect(await go('vet', './...')).toBe('');
  },
  patience,
);
