// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { copyFileSync } from 'node:fs';
import type { Change } from './changed-config.ts';
import { eventually, kubectl, openSession, pulumi, pulumiUp } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { initStack, otherCluster, removeStack, writeClusterFile } from './other-clusters.ts';
import { listPods } from './pod-lister.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

// Three control-plane machines and a worker go through all phases of a rotation of all authorities, which
// share their updates. Each phase replaces all of them, so it takes long.
const relay = otherCluster('relay');
const patience = 3_600_000;

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
});

const differences: readonly Change[] = [
  ['10.128.0.0/16', '10.132.0.0/16'],
  ['10.112.0.0/20', '10.112.64.0/20'],
  ['10.244.240.200', '10.244.240.54'],
  ['      replicas: 2\n', '      replicas: 1\n'],
  [
    'controlPlane:\n    replicas: 1\n',
    `controlPlane:
    replicas: 3
    peers:
      network: peers
      addresses: [10.20.4.11/24, 10.20.4.12/24, 10.20.4.13/24]
`,
  ],
  [
    'network:\n',
    'network:\n    vlans:\n      - name: peers\n        bridge: br1\n        vlan: 214\n',
  ],
];

/** Writes the cluster's file in a phase. */
function writeFile(...phase: readonly Change[]): void {
  writeClusterFile(relay, [...differences, ...phase]);
}

const rotated = ['authority', 'etcdAuthority', 'frontProxyAuthority'];

const inPhase = (phase: string): Change => [
  '  user-cluster:deletion:\n',
  [
    '  user-cluster:keys:\n',
    ...rotated.map((key) => `    ${key}: { generation: 2, phase: ${phase} }\n`),
    '  user-cluster:deletion:\n',
  ].join(''),
];

/** Returns the number of authorities that pods, new machines and aggregated APIs are told to trust. */
async function trusted(): Promise<Record<string, number>> {
  const count = async (...where: readonly string[]) => {
    const text = await user.kubectl('get', 'configmap', ...where);
    return text.split('-----BEGIN CERTIFICATE-----').length - 1;
  };
  const path = 'jsonpath={.data.kubeconfig}';
  const info = await user.kubectl(
    'get',
    'configmap',
    'cluster-info',
    '-n',
    'kube-public',
    '-o',
    path,
  );
  const [, data = ''] = /certificate-authority-data: (\S+)/.exec(info) ?? [];
  const text = Buffer.from(data, 'base64').toString();
  return {
    pods: await count('kube-root-ca.crt', '-n', 'default', '-o', 'jsonpath={.data.ca\\.crt}'),
    joiners: text.split('-----BEGIN CERTIFICATE-----').length - 1,
    frontProxies: await count(
      'extension-apiserver-authentication',
      '-n',
      'kube-system',
      '-o',
      'jsonpath={.data.requestheader-client-ca-file}',
    ),
  };
}

async function allReady(): Promise<void> {
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=300s');
  const names = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  expect(names).toBe('cp-0 cp-1 cp-2 md-a-0');
}

/** Asks the API with a kubeconfig, and returns what kubectl says. */
async function asked(kubeconfig: string): Promise<string> {
  const { stdout, stderr } = await session.capture([
    'kubectl',
    '--kubeconfig',
    kubeconfig,
    'get',
    'nodes',
    '-o',
    'name',
  ]);
  return stdout + stderr;
}

/** Kubeconfigs of each phase, as somebody had them who was given one then. */
const kept: Record<string, string> = {};

function keep(phase: string): string {
  const copy = `${user.kubeconfig}.${phase}`;
  copyFileSync(user.kubeconfig, copy);
  kept[phase] = copy;
  return copy;
}

// Proves: keys.authority-rotation, keys.control-plane-authority-rotation
test(
  'a cluster of three control-plane machines comes up, and a phase cannot be skipped',
  async () => {
    writeFile();
    await initStack(session, relay);
    await pulumiUp(session, relay, patience);
    user = await userOf(session, relay);
    await allReady();
    keep('before');
    expect(await trusted()).toEqual({ pods: 1, joiners: 1, frontProxies: 1 });
    writeFile(inPhase('sign'));
    const { code, stdout, stderr } = await pulumi(session, relay, ['preview']);
    expect(code).not.toBe(0);
    expect(`${stdout}${stderr}`).toContain(
      'keys.authority: generation 2 with phase "sign" is not possible: the cluster is at generation 1, and each phase must be on all VMs before the next one; possible are generation 1 and generation 2 with phase "trust"',
    );
  },
  patience,
);

// Proves: keys.authority-rotation, keys.control-plane-authority-rotation
test.each([
  { phase: 'trust', before: 'before', authorities: 2 },
  { phase: 'sign', before: 'trust', authorities: 2 },
  { phase: 'finish', before: 'sign', authorities: 1 },
])(
  'phase $phase replaces all machines, and a client with the kubeconfig of the phase before is never refused',
  async ({ phase, before, authorities }) => {
    writeFile(inPhase(phase));
    const client = await listPods(session, kept[before] ?? '');
    await pulumiUp(session, relay, patience);
    const { answers, away, refused } = await client.stop();
    console.log(
      `phase ${phase}: ${answers} answers, ${away} without one, ${refused.length} refused`,
    );
    expect(refused).toEqual([]);
    expect(answers).toBeGreaterThan(100);
    user = await userOf(session, relay);
    await allReady();
    await eventually('pods and joiners trust the authorities of the phase', async () => {
      const { frontProxies, joiners, pods } = await trusted();
      // API servers only ever add to what aggregated APIs trust.
      return joiners === authorities && pods === authorities && frontProxies === 2;
    });
    keep(phase);
    const unchanged = await pulumi(session, relay, ['preview', '--expect-no-changes']);
    expect(unchanged.code).toBe(0);
  },
  patience,
);

// Proves: keys.authority-rotation
test('afterwards the old authority is of no use: neither side accepts it', async () => {
  const nodes = 'node/cp-0\nnode/cp-1\nnode/cp-2\nnode/md-a-0\n';
  expect(await asked(kept.finish ?? '')).toBe(nodes);
  expect(await asked(kept.before ?? '')).toMatch(/certificate signed by unknown authority/);
  // It trusts the new authority, and its own certificate is of the old one.
  expect(await asked(kept.trust ?? '')).toMatch(/Unauthorized|must be logged in/);
});

test(
  'it goes, and leaves nothing',
  async () => {
    expectSuccess(await pulumi(session, relay, ['destroy', '--yes', '--skip-preview']));
    await eventually('its namespace is gone', async () => {
      const names = await kubectl(session, ['get', 'namespaces', '-o', 'name']);
      return !names.includes('cluster-relay');
    });
    await removeStack(session, relay);
  },
  patience,
);
