// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostPreflightArgs } from './host-preflight.ts';
import { lookAtHosts } from './look-at-hosts.ts';
import { scratchHost, type ScratchHost } from './testing/scratch-host.ts';

let host: ScratchHost;
let folder: string;
beforeAll(async () => {
  host = await scratchHost();
  folder = mkdtempSync(join(tmpdir(), 'look-at-hosts-'));
  writeFileSync(join(folder, 'key'), host.privateKey);
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Returns what an update says of one control plane that has no key. */
async function problemOf(encryptionKey: boolean, isEncrypted: boolean, nodes: readonly string[]) {
  host.reset();
  const args: HostPreflightArgs = {
    hosts: [
      {
        name: 'metal-1',
        publicAddress: '127.0.0.1',
        sshPort: host.port,
        hostKeys: [host.hostKey],
        needs: {
          profile: 'standard',
          diskGB: 30,
          hugepagesGiB: 0,
          iommu: false,
          sriovFunctions: 0,
          resolves: [],
          bridges: [],
          encryptionKey,
        },
      },
    ],
    ssh: { username: 'root', port: 22, privateKeyFile: join(folder, 'key') },
    preflight: { waived: {} },
    endpoint: 'https://192.0.2.9:6443',
  };
  return lookAtHosts(args, nodes, isEncrypted).then(
    () => 'none',
    (error: unknown) => String(error),
  );
}

// Proves: infra-cluster.host-preflight
test.each([
  ['joins', ['metal-0']],
  ['was replaced under the name of a node', ['metal-0', 'metal-1']],
])('an update refuses a control plane that %s without the key of Secrets', async (_, nodes) => {
  expect(await problemOf(true, true, nodes)).toMatch(
    /host metal-1 \(127\.0\.0\.1\) is not ready, 1 problem:\n {2}- encryption key of Secrets: found nothing;/,
  );
});

test('an update asks for no key where the cluster does not encrypt its Secrets, and for none of workers', async () => {
  expect(await problemOf(true, false, ['metal-0'])).toBe('none');
  expect(await problemOf(false, true, ['metal-0'])).toBe('none');
});
