// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { named, recordProgram, testCluster, valueOf } from '@strata/testing';
import { testConfig } from './kubeone/test-config.ts';
import { makeCluster } from './made-cluster.ts';

const endedAt = '2026-01-31T12:00:00.000Z';

test('applies host profiles before KubeOne runs, and checks them after each of its runs', async () => {
  await using cluster = await testCluster({ '/api/v1/nodes': { items: [] } });
  const { kubeconfig } = cluster;
  const config = testConfig(
    {},
    {
      hostProfiles: { hosts: { 'metal-2': 'high-performance', 'metal-3': 'high-density' } },
      ssh: { privateKeyFile: '/dev/null' },
    },
  );
  const begun: string[] = [];
  const recording = await recordProgram(
    async () => {
      const { hosts } = makeCluster('rack-a', config);
      return valueOf(hosts);
    },
    {
      outputs: async (type, name) => {
        if (!type.startsWith('command:')) return {};
        begun.push(name);
        // A resource that does not wait for this one would have begun by then.
        await setTimeout(20);
        if (name === 'cluster-apply') {
          return { stdout: JSON.stringify({ kubeconfig, changes: [], endedAt }) };
        }
        return { stdout: JSON.stringify({ hostname: name, machineId: name, macs: '' }) };
      },
    },
  );
  expect(begun.filter((name) => !name.startsWith('preflight-'))).toEqual([
    'profile-metal-2',
    'profile-metal-3',
    'cluster-apply',
    'kept-profile-metal-2',
    'kept-profile-metal-3',
  ]);
  expect(named(recording, 'kept-profile-metal-3').inputs.update).toBe(
    `sh -s apply kept ${endedAt}`,
  );
});
