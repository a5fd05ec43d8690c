// SPDX-License-Identifier: Apache-2.0
import { clusterFiles } from '@strata/cli/export-cluster';
import { runDemoWorkload, type RackSession } from '@strata/sandbox';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Change } from './changed-config.ts';
import { editState, forgetResource } from './edit-state.ts';
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
import { expectSuccess } from './expect-success.ts';
import {
  changeClusterFile,
  generateClusterFile,
  initStack,
  otherCluster,
  removeStack,
} from './other-clusters.ts';
import { makeMistakes, undoMistakes, type Mistake, type Original } from './broken-machine.ts';
import { nodeVersions, userOf, type ClusterUser } from './user-cluster.ts';

const second = otherCluster('second');

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
});

/** One more pool: of machines that start from Ignition. */
const ignitionPool: Change = [
  '  user-cluster:network:',
  `    - name: fc
      replicas: 1
      instancetype: standard-2
      cloudInit: ignition
      rootDisk:
        image: flatcar-4230
  user-cluster:network:`,
];

/** As the tests end with its destruction. */
const unprotected: Change = ['protect: true', 'protect: false\n    volumes: delete'];

const namespace = ['-n', 'cluster-second'];

// Proves: clusters.several, machines.ignition
test('a second cluster, made by the generator, of the minor before, comes up beside the first', async () => {
  generateClusterFile(second, '--kubernetes=1.34.4', '--workers=1');
  changeClusterFile(second, ignitionPool, unprotected);
  await initStack(session, second);
  await pulumiUp(session, second);
  user = await userOf(session, second);
  await runDemoWorkload(session, user.kubeconfig);
  expect(await nodeVersions(user)).toEqual({
    'cp-0': 'v1.34.4',
    'fc-0': 'v1.34.4',
    'md-a-0': 'v1.34.4',
  });
  const demo = await pulumi(session, stacks.demo, ['preview', '--expect-no-changes']);
  expect(demo.code).toBe(0);
});

// Proves: clusters.several
test('each cluster knows its own authority alone', async () => {
  const demo = await userOf(session, stacks.demo);
  const crossed = await session.capture([
    'kubectl',
    '--kubeconfig',
    demo.kubeconfig,
    '--server',
    'https://10.244.240.10:6443',
    'get',
    'nodes',
  ]);
  expect(crossed.stderr).toMatch(/certificate signed by unknown authority/);
  expect(crossed.code).not.toBe(0);
});

const hibernated: Change = [
  'user-cluster:network:',
  'user-cluster:hibernated: true\n  user-cluster:network:',
];

// Proves: clusters.hibernated
test('a hibernated cluster has only its control plane, and wakes with its nodes, volume and address', async () => {
  const facts = () =>
    Promise.all([
      user.kubectl('get', 'pvc', 'shop-data', '-o', 'jsonpath={.spec.volumeName}'),
      user.kubectl('get', 'service', 'shop', '-o', 'jsonpath={.status.loadBalancer.ingress[0].ip}'),
    ]);
  const nodes = () => user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  const unchanged = ['preview', '--expect-no-changes'];
  const before = await facts();
  changeClusterFile(second, hibernated);
  const preview = await pulumi(session, second, ['preview']);
  expect(preview.stdout).toContain(
    'the user cluster "second" is hibernated: its pools have no VMs',
  );
  await pulumiUp(session, second);
  await eventually('the nodes of the pools are gone', async () => (await nodes()) === 'cp-0');
  const machines = ['get', 'virtualmachines', ...namespace, '-o', 'name'];
  expect(await kubectl(session, machines)).toBe('virtualmachine.kubevirt.io/cp-0');
  expect(await facts()).toEqual(before);
  // The quota shrinks once the machines are gone.
  expect(await pulumiUp(session, second)).toMatch(/1 updated/);
  expect((await pulumi(session, second, unchanged)).code).toBe(0);
  changeClusterFile(second, [hibernated[1], 'user-cluster:network:']);
  await pulumiUp(session, second);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  expect(await nodes()).toBe('cp-0 fc-0 md-a-0');
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
  expect(await facts()).toEqual(before);
  expect((await pulumi(session, second, unchanged)).code).toBe(0);
}, 600_000);

const flatcar: Original = {
  cluster: 'second',
  pool: 'fc',
  disk: 'cloudInitConfigDrive',
  image: 'registry.example.org/flatcar:4230',
};

interface Ignition {
  readonly storage: { readonly files: { readonly contents: { source: string } }[] };
  readonly systemd: { units: { readonly name: string; contents?: string }[] };
}

/** Changes a config that a machine reads. */
const changeIgnition = (change: (config: Ignition) => void) => (userData: string) => {
  const config = JSON.parse(userData) as Ignition;
  change(config);
  return JSON.stringify(config);
};

const mistakes: readonly Mistake[] = [
  {
    name: 'bad-base64',
    break: (text) => text.replace('data:;base64,', 'data:;base64,@'),
    says: /ignition: error at \$\.storage\.files\.0\.contents\.source, line \d+ col \d+: /,
  },
  {
    name: 'missing-unit',
    break: changeIgnition(({ systemd }) => {
      for (const unit of systemd.units) delete unit.contents;
    }),
    says: /ignition: error at \$\.systemd\.units\.0: unit "strata-bootstrap\.service" is enabled, but has no contents/,
  },
  {
    name: 'cloud-config',
    break: () => '#cloud-config\nruncmd: [[echo, hello]]\n',
    says: /ignition: error at line 1 col 2: invalid character '#'/,
  },
  {
    name: 'read-only',
    break: (text) => text.replace('/opt/strata/bin/bootstrap"', '/usr/bin/bootstrap"'),
    says: /ignition: Ignition failed: .*\/usr\/bin\/bootstrap/,
  },
];

// Proves: machines.ignition
test('a machine with a wrong Ignition config does not join, and its console says why', async () => {
  await makeMistakes(session, flatcar, mistakes);
  const nodes = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  expect(nodes).toBe('cp-0 fc-0 md-a-0');
  await undoMistakes(session, flatcar, mistakes);
}, 300_000);

/** Makes a budget that lets no pod of an app go, and waits until the cluster has counted them. */
async function addBudget(app: string): Promise<void> {
  const all = ['--min-available=100%', `--selector=app=${app}`];
  await user.kubectl('create', 'poddisruptionbudget', app, ...all);
  await eventually('the budget has counted its pods', async () => {
    const path = 'jsonpath={.status.expectedPods}';
    return Number(await user.kubectl('get', 'poddisruptionbudget', app, '-o', path)) > 0;
  });
}

// Proves: drains-and-updates.kubernetes-update, drains-and-updates.readiness
test('an update to the next minor replaces the machines, and loses nothing', async () => {
  await user.kubectl('create', 'secret', 'generic', 'kept', '--from-literal=word=still-here');
  const address = await user.kubectl(
    'get',
    'service',
    'shop',
    '-o',
    'jsonpath={.status.loadBalancer.ingress[0].ip}',
  );
  changeClusterFile(second, ['1.34.4', '1.35.4']);
  await addBudget('shop');
  const preview = await pulumi(session, second, ['preview']);
  expect(preview.stdout).toMatch(/VirtualMachine .*cp-0 .*replace/);
  // It asked the cluster itself.
  expect(preview.stdout).toMatch(
    /Before Kubernetes 1\.34\.4 -> 1\.35\.4 and the roll of (md-a, fc|fc, md-a), look at:/,
  );
  expect(preview.stdout).toMatch(
    /PodDisruptionBudget default\/shop lets no pod go now \(\d healthy, \d needed\): shop-\S+ on (md-a|fc)-0.*, of Deployment shop; /,
  );
  await user.kubectl('delete', 'poddisruptionbudget', 'shop');
  expect(preview.stdout).not.toMatch(/DataVolume .*(delete|replace)/);
  await pulumiUp(session, second);
  // Those of the machines more go a moment after them.
  await eventually('the nodes are those of the machines', async () => {
    const names = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
    return names === 'cp-0 fc-0 md-a-0';
  });
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  expect(await nodeVersions(user)).toEqual({
    'cp-0': 'v1.35.4',
    'fc-0': 'v1.35.4',
    'md-a-0': 'v1.35.4',
  });
  const word = ['get', 'secret', 'kept', '-o', 'jsonpath={.data.word}'];
  expect(Buffer.from(await user.kubectl(...word), 'base64').toString()).toBe('still-here');
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
  expect(
    await user.kubectl(
      'get',
      'service',
      'shop',
      '-o',
      'jsonpath={.status.loadBalancer.ingress[0].ip}',
    ),
  ).toBe(address);
  const again = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
  expect((await pulumi(session, second, again)).code).toBe(0);
}, 900_000);

// Proves: drains-and-updates.no-skipped-minor
test('the way back over a minor is refused in the preview', async () => {
  changeClusterFile(second, ['1.35.4', '1.34.4']);
  const { code, stdout } = await pulumi(session, second, ['preview']);
  changeClusterFile(second, ['1.34.4', '1.35.4']);
  expect(code).not.toBe(0);
  expect(stdout).toContain('stacks/user-cluster/Pulumi.sandbox.second.yaml has 1 problem:');
  expect(stdout).toContain(
    'config.user-cluster:kubernetes.version: the control plane is at Kubernetes 1.35.4 and there is no way back to 1.34.4',
  );
});

// Proves: keys.join-credentials
test('join credentials rotate without touching a machine', async () => {
  const uids = ['get', 'vmis', ...namespace, '-o', 'jsonpath={.items[*].metadata.uid}'];
  const before = await kubectl(session, uids);
  const past = new Date(Date.now() - 20 * 24 * 3_600_000).toISOString();
  await editState(session, second, (resources) => {
    const token = resources.find(({ type }) => type === 'strata:keys:JoinToken');
    if (token === undefined) throw new Error('the state has no token');
    token.inputs.validFrom = past;
    token.outputs.validFrom = past;
    return resources;
  });
  const preview = await pulumi(session, second, ['preview']);
  expect(preview.stdout).toMatch(/strata:keys:JoinToken .*update/);
  expect(preview.stdout).not.toMatch(/VirtualMachine/);
  await pulumiUp(session, second);
  expect(await kubectl(session, uids)).toBe(before);
});

// Proves: migration.export
test('exported, its manifests are what both clusters have', async () => {
  const state = await pulumi(session, second, ['stack', 'export', '--show-secrets']);
  const folder = mkdtempSync(join(tmpdir(), 'strata-export-'));
  try {
    for (const { path, text } of clusterFiles(second.stack, state.stdout) ?? []) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { mode: 0o600 });
    }
    const diff = ['kubectl', 'diff', '--server-side', '--force-conflicts', '-f'];
    const infra = await session.capture([...diff, join(folder, 'infra.yaml')]);
    expect(infra).toMatchObject({ code: 0, stdout: '' });
    const login = ['--kubeconfig', join(folder, 'kubeconfig')];
    const inside = await session.capture([...diff, join(folder, 'inside.yaml'), ...login]);
    expect(inside).toMatchObject({ code: 0, stdout: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Proves: drains-and-updates.deletion
test('destroyed, it leaves nothing, and the first is as it was', async () => {
  // As if Pulumi had asked an API server that had just started: it takes an object for deleted whose kind
  // is not known yet.
  await forgetResource(session, second, 'second-services-credentials');
  const destroy = ['destroy', '--yes', '--skip-preview'];
  expectSuccess(await pulumi(session, second, destroy));
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
  const rules = ['get', 'prometheusrules,servicemonitors', '-n', 'monitoring', '-o', 'name'];
  await eventually('nothing of it is in the namespace of Prometheus', async () => {
    return !(await kubectl(session, rules)).includes('cluster-second');
  });
  const roles = await kubectl(session, ['get', 'clusterroles,clusterrolebindings', '-o', 'name']);
  expect(roles).not.toContain('cluster-second');
  const demo = ['preview', '--refresh', '--expect-no-changes'];
  expect((await pulumi(session, stacks.demo, demo)).code).toBe(0);
  await removeStack(session, second);
});
