// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchApi } from './api-outage.ts';
import type { Change } from './changed-config.ts';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  pulumiUp,
  sharedInstance,
  type List,
} from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { initStack, otherCluster, removeStack, writeClusterFile } from './other-clusters.ts';
import { nodeVersions, userOf, type ClusterUser } from './user-cluster.ts';

const grown = otherCluster('grown');
const endpoint = '10.244.240.52';
const namespace = ['-n', 'cluster-grown'];
const objects = 200;

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
});

/** Edits of the demo's file that turn it into a small cluster with a VLAN of its own. */
const differences: readonly Change[] = [
  ['10.128.0.0/16', '10.132.0.0/16'],
  ['10.112.0.0/20', '10.112.48.0/20'],
  ['10.244.240.200', endpoint],
  ['      replicas: 2\n', '      replicas: 1\n'],
  [
    'network:\n',
    'network:\n    vlans:\n      - name: peers\n        bridge: br1\n        vlan: 211\n',
  ],
];

const three: Change = [
  'controlPlane:\n    replicas: 1\n',
  `controlPlane:
    replicas: 3
    peers:
      network: peers
      addresses: [10.20.0.11/24, 10.20.0.12/24, 10.20.0.13/24]
`,
];

interface Machine {
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** Returns each machine that runs with its UID, by its name. */
async function machines(): Promise<Readonly<Record<string, string>>> {
  const { items } = await kubectlJson<List<Machine>>(session, ['get', 'vmis', ...namespace]);
  return Object.fromEntries(items.map(({ metadata: { name, uid } }) => [name, uid]));
}

async function keptObjects(): Promise<number> {
  const found = await user.kubectl('get', 'configmaps', '-l', 'kept=yes', '-o', 'name');
  return found.split('\n').filter((line) => line !== '').length;
}

test('a cluster with one control-plane node has objects', async () => {
  writeClusterFile(grown, differences);
  await initStack(session, grown);
  await pulumiUp(session, grown);
  user = await userOf(session, grown);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  for (let number = 0; number < objects; number += 1) {
    await user.kubectl('create', 'configmap', `kept-${number}`);
  }
  await user.kubectl('label', 'configmaps', '--all', 'kept=yes');
  expect(await keptObjects()).toBeGreaterThanOrEqual(objects);
}, 1_800_000);

// Proves: clusters.control-plane-grows
test('it grows to three: the first is replaced, the others join, and no machine of the pool is touched', async () => {
  const before = await machines();
  const kept = await keptObjects();
  writeClusterFile(grown, [...differences, three]);
  const watch = watchApi(session, endpoint);
  const begin = Date.now();
  await pulumiUp(session, grown);
  const took = Date.now() - begin;
  const { longestMilliseconds } = await watch.stop();
  console.log(`the API was away for ${longestMilliseconds} ms at most; the update took ${took} ms`);
  const after = await machines();
  expect(Object.keys(after).sort()).toEqual(['cp-0', 'cp-1', 'cp-2', 'md-a-0']);
  expect(after['md-a-0']).toBe(before['md-a-0']);
  expect(after['cp-0']).not.toBe(before['cp-0']);
  expect(await keptObjects()).toBe(kept);
  const version = 'v1.35.4';
  expect(await nodeVersions(user)).toEqual({
    'cp-0': version,
    'cp-1': version,
    'cp-2': version,
    'md-a-0': version,
  });
  const log = join(sharedInstance().logsDir, 'guest_cluster-grown_cp-1.log');
  expect(readFileSync(log, 'utf8')).toMatch(
    /strata: the address of member \d+ is https:\/\/10\.20\.0\.11:2380 now/,
  );
  const again = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
  expectSuccess(await pulumi(session, grown, again));
}, 1_800_000);

// Proves: clusters.control-plane-grows
test('the machine that was alone is lost for a while, and the API answers', async () => {
  const kept = await keptObjects();
  const lost = (await machines())['cp-0'];
  await kubectl(session, ['delete', 'vmi', 'cp-0', ...namespace, '--wait=true']);
  await user.kubectl('create', 'configmap', 'later');
  await user.kubectl('label', 'configmap', 'later', 'kept=yes');
  expect(await keptObjects()).toBe(kept + 1);
  await eventually('the machine is made anew', async () => {
    const found = (await machines())['cp-0'];
    return found !== undefined && found !== lost;
  });
  const ready = ['--for=condition=Ready', '--timeout=180s'];
  await kubectl(session, ['wait', 'vmi', 'cp-0', ...namespace, ...ready]);
}, 600_000);

// Proves: clusters.control-plane-grows
test('it never shrinks to one again', async () => {
  writeClusterFile(grown, differences);
  const { code, stdout, stderr } = await pulumi(session, grown, ['preview']);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain(
    '3 control-plane nodes never become 1 again: etcd has members on cp-1-etcd and cp-2-etcd, and without them cp-0 has no majority; leave it at 3',
  );
}, 300_000);

test('it goes, and leaves nothing', async () => {
  writeClusterFile(grown, [...differences, three]);
  expectSuccess(await pulumi(session, grown, ['destroy', '--yes', '--skip-preview']));
  await removeStack(session, grown);
}, 600_000);
