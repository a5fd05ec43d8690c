// SPDX-License-Identifier: Apache-2.0
import { runDemoWorkload, workspaceRoot, type RackSession, type StackName } from '@strata/sandbox';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  pulumiUp,
  stacks,
  type List,
} from './environment.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

const second: StackName = { program: 'user-cluster', stack: 'sandbox.second' };
const stacksDir = join(workspaceRoot, 'stacks/user-cluster');
const file = join(stacksDir, `Pulumi.${second.stack}.yaml`);

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
});
afterAll(() => rmSync(file, { force: true }));

/** What makes another cluster out of the demo's file. */
const differences: readonly (readonly [string, string])[] = [
  ['10.128.0.0/16', '10.129.0.0/16'],
  ['10.112.0.0/20', '10.112.16.0/20'],
  ['10.244.240.200', '10.244.240.50'],
  ['replicas: 2', 'replicas: 1'],
];

/** Writes the second cluster's file, with a version of Kubernetes. */
function writeFile(version: string): void {
  const demo = readFileSync(join(stacksDir, 'Pulumi.sandbox.demo.yaml'), 'utf8');
  const text = [...differences, ['1.35.4', version] as const].reduce(
    (before, [from, to]) => before.replace(from, to),
    demo,
  );
  writeFileSync(file, text);
}

const namespace = ['-n', 'cluster-second'];

interface Node {
  readonly metadata: { readonly name: string };
  readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } };
}

async function versions(): Promise<Record<string, string>> {
  const { items } = JSON.parse(await user.kubectl('get', 'nodes', '-o', 'json')) as List<Node>;
  return Object.fromEntries(
    items.map(({ metadata, status }) => [metadata.name, status.nodeInfo.kubeletVersion]),
  );
}

test('a second cluster, of the minor before, comes up beside the first', async () => {
  writeFile('1.34.4');
  await session.capture(['pulumi', 'stack', 'init', second.stack, '--no-select'], {
    cwd: join(workspaceRoot, 'packages/user-cluster'),
  });
  await pulumiUp(session, second);
  user = await userOf(session, second);
  await runDemoWorkload(session, user.kubeconfig);
  expect(await versions()).toEqual({ 'cp-0': 'v1.34.4', 'md-a-0': 'v1.34.4' });
  const demo = await pulumi(session, stacks.demo, ['preview', '--expect-no-changes']);
  expect(demo.code).toBe(0);
});

test('each cluster knows its own authority alone', async () => {
  const demo = await userOf(session, stacks.demo);
  const crossed = await session.capture([
    ...['kubectl', '--kubeconfig', demo.kubeconfig, '--server', 'https://10.244.240.50:6443'],
    ...['get', 'nodes'],
  ]);
  expect(crossed.stderr).toMatch(/certificate signed by unknown authority/);
  expect(crossed.code).not.toBe(0);
});

test('an update to the next minor replaces the machines, and loses nothing', async () => {
  await user.kubectl('create', 'secret', 'generic', 'kept', '--from-literal=word=still-here');
  const address = await user.kubectl(
    ...['get', 'service', 'shop', '-o', 'jsonpath={.status.loadBalancer.ingress[0].ip}'],
  );
  writeFile('1.35.4');
  const preview = await pulumi(session, second, ['preview']);
  expect(preview.stdout).toMatch(/VirtualMachine .*cp-0 .*replace/);
  expect(preview.stdout).not.toMatch(/DataVolume .*(delete|replace)/);
  await pulumiUp(session, second);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  expect(await versions()).toEqual({ 'cp-0': 'v1.35.4', 'md-a-0': 'v1.35.4' });
  const word = ['get', 'secret', 'kept', '-o', 'jsonpath={.data.word}'];
  expect(Buffer.from(await user.kubectl(...word), 'base64').toString()).toBe('still-here');
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
  expect(
    await user.kubectl(
      ...['get', 'service', 'shop', '-o', 'jsonpath={.status.loadBalancer.ingress[0].ip}'],
    ),
  ).toBe(address);
  const again = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
  expect((await pulumi(session, second, again)).code).toBe(0);
}, 900_000);

test('join credentials rotate without touching a machine', async () => {
  interface Exported {
    readonly deployment: {
      readonly resources: { readonly type: string; inputs: Record<string, unknown> }[];
    };
  }
  const uids = ['get', 'vmis', ...namespace, '-o', 'jsonpath={.items[*].metadata.uid}'];
  const before = await kubectl(session, uids);
  const { stdout } = await pulumi(session, second, ['stack', 'export']);
  const state = JSON.parse(stdout) as Exported;
  const token = state.deployment.resources.find(({ type }) => type === 'strata:keys:JoinToken');
  if (token === undefined) throw new Error('the state has no token');
  const past = new Date(Date.now() - 20 * 24 * 3_600_000).toISOString();
  token.inputs.validFrom = past;
  (token as unknown as { outputs: Record<string, unknown> }).outputs.validFrom = past;
  const exported = join(tmpdir(), `strata-state-${process.pid}.json`);
  writeFileSync(exported, JSON.stringify(state), { mode: 0o600 });
  const imported = await pulumi(session, second, ['stack', 'import', '--file', exported]);
  rmSync(exported);
  expect(imported.code).toBe(0);
  const preview = await pulumi(session, second, ['preview']);
  expect(preview.stdout).toMatch(/strata:keys:JoinToken .*update/);
  expect(preview.stdout).not.toMatch(/VirtualMachine/);
  await pulumiUp(session, second);
  expect(await kubectl(session, uids)).toBe(before);
});

test('destroyed, it leaves nothing, and the first is as it was', async () => {
  const destroy = ['destroy', '--yes', '--skip-preview'];
  const { code, stdout } = await pulumi(session, second, destroy);
  expect({ code, out: code === 0 ? '' : stdout }).toEqual({ code: 0, out: '' });
  await eventually('its namespace is gone', async () => {
    const names = await kubectl(session, ['get', 'namespaces', '-o', 'name']);
    return !names.includes('cluster-second');
  });
  interface Volume {
    readonly spec: { readonly claimRef?: { readonly namespace: string } };
  }
  const volumes = await kubectlJson<List<Volume>>(session, ['get', 'persistentvolumes']);
  const left = volumes.items.filter(({ spec }) => spec.claimRef?.namespace === 'cluster-second');
  expect(left).toEqual([]);
  const roles = await kubectl(session, ['get', 'clusterroles,clusterrolebindings', '-o', 'name']);
  expect(roles).not.toContain('cluster-second');
  const demo = ['preview', '--refresh', '--expect-no-changes'];
  expect((await pulumi(session, stacks.demo, demo)).code).toBe(0);
  await session.capture(['pulumi', 'stack', 'rm', second.stack, '--yes', '--preserve-config'], {
    cwd: join(workspaceRoot, 'packages/user-cluster'),
  });
});
