// SPDX-License-Identifier: Apache-2.0
import { offlineVariable } from '@strata/contracts';
import { named, recordProgram, testCluster, valueOf } from '@strata/testing';
import { infra } from './infra.ts';
import { testConfig } from './kubeone/test-config.ts';
import { wantedSettings } from './kubeone/late-settings.ts';

const raw = { values: {}, secretKeys: [], project: 'infra', stack: 'rack-a' };
const endedAt = '2026-01-31T12:00:00.000Z';
const config = testConfig(
  {},
  {
    hostProfiles: { hosts: { 'metal-3': 'high-density' } },
    bridges: [{ name: 'br1', uplink: 'eth1', vlans: ['100-199'], hosts: ['metal-3'] }],
  },
);
const { hosts, kubeone } = config;
const names = hosts.map(({ name }) => name);

beforeAll(() => {
  process.env[offlineVariable] = 'true';
});
afterAll(() => {
  process.env[offlineVariable] = 'false';
});

/** Runs the program on a cluster with these nodes, after a run with these outputs. */
async function run(nodes: readonly string[], outputs: object = {}) {
  await using cluster = await testCluster({
    '/version': { gitVersion: `v${kubeone.version}` },
    '/api/v1/nodes': {
      items: nodes.map((name) => ({
        metadata: { name },
        status: { nodeInfo: { kubeletVersion: `v${kubeone.version}` } },
      })),
    },
  });
  const { kubeconfig } = cluster;
  const last = {
    kubeconfig,
    hosts: names.map((name) => ({ name })),
    hostSettings: wantedSettings(kubeone, hosts),
    ...outputs,
  };
  const recording = await recordProgram(
    async () => {
      const result = await infra(config, 'rack-a', raw);
      await valueOf(result.hosts);
      return result;
    },
    {
      project: 'infra',
      stack: 'rack-a',
      call: (token) => (token === 'pulumi:pulumi:readStackOutputs' ? { outputs: last } : {}),
      outputs: (type, name) => {
        if (type === 'kubernetes:core/v1:Secret') return { data: { token: 'dA==' } };
        if (!type.startsWith('command:')) return {};
        const stdout = { kubeconfig, changes: [], endedAt };
        const facts = { hostname: name, machineId: name, macs: '' };
        return { stdout: JSON.stringify(name === 'cluster-apply' ? stdout : facts) };
      },
    },
  );
  const inputs = (name: string) => named(recording, name).inputs;
  return {
    rejoined: (inputs('cluster-apply').environment as Record<string, string>)
      .STRATA_KUBEONE_REJOINED,
    triggers: inputs('preflight-metal-3').triggers,
    scripts: ['bridges-metal-3-apply', 'bridges-metal-3-confirm', 'profile-metal-3'].map(
      (name) => String(inputs(name).stdin).split('\n').at(-2) ?? '',
    ),
    output: recording.result.rejoins && (await valueOf(recording.result.rejoins)),
  };
}

const triggers = ['192.0.2.13', hosts[3]?.hostKeys[0]];

test('refuses a Kubernetes on which the platform does not run that the cluster has', async () => {
  await using cluster = await testCluster({
    '/version': { gitVersion: 'v1.34.4' },
    '/apis/kubevirt.io/v1/kubevirts': {
      items: [{ status: { observedKubeVirtVersion: 'v1.7.0' } }],
    },
  });
  const outputs = { kubeconfig: cluster.kubeconfig, hosts: [] };
  const next = { ...config, kubeone: { ...kubeone, version: '1.35.4' } };
  await expect(
    recordProgram(() => infra(next, 'rack-a', raw), { call: () => ({ outputs }) }),
  ).rejects.toThrow('first bring up release v1.8 (docs/runbooks/upgrade-platform.md)');
});

// Proves: infra-cluster.made-by-kubeone
test('KubeOne runs where a host is no node, which is checked anew and gets its bridges and its profile', async () => {
  const again = '# Joined again: 1';
  expect(await run(['metal-0', 'metal-1', 'metal-2'])).toEqual({
    rejoined: 'metal-3=1',
    triggers: [...triggers, '1'],
    scripts: [again, again, again],
    output: { 'metal-3': 1 },
  });
});

test('nothing changes once it is a node, and its next absence is another change', async () => {
  const since = { rejoins: { 'metal-3': 1, 'metal-9': 4 } };
  expect(await run(names, since)).toMatchObject({
    rejoined: 'metal-3=1',
    output: { 'metal-3': 1 },
  });
  expect(await run(names.slice(0, 3), since)).toMatchObject({
    rejoined: 'metal-3=2',
    output: { 'metal-3': 2 },
  });
});

test('nothing runs because of a host that is a node, or that nobody has asked to join before', async () => {
  const last = await run(names);
  expect(last).toMatchObject({ rejoined: undefined, triggers, output: undefined });
  const without = hosts.slice(0, 3);
  expect(
    await run(['metal-0', 'metal-1', 'metal-2'], {
      hosts: without.map(({ name }) => ({ name })),
      hostSettings: wantedSettings(kubeone, without),
    }),
  ).toMatchObject({ rejoined: undefined, output: undefined });
});
