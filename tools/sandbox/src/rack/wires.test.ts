// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { canHoldRack, systemPath } from './requirements.ts';

const program = join(import.meta.dirname, 'test-wires.ts');
const isPossible = canHoldRack();

// Proves: cluster-networks.vlan
(isPossible ? test : test.skip)(
  'packets reach who is in the same VLAN of the same bridge, and nobody else',
  () => {
    const { stdout, stderr } = spawnSync(
      'unshare',
      [
        '--user',
        '--map-root-user',
        '--net',
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-c',
        'mount -t tmpfs tmpfs /run && exec "$@"',
        'sh',
        process.execPath,
        program,
      ],
      { env: { PATH: systemPath() }, encoding: 'utf8', timeout: 60_000 },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      sameVlan: 'connected',
      otherVlan: 'nobody answers',
      untagged: 'nobody answers',
      otherBridge: 'nobody answers',
      hostWithoutUplink: 'nobody answers',
      mac: '02:00:00:00:00:00',
      mtu: 9000,
    });
  },
);
