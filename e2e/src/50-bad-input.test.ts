// SPDX-License-Identifier: Apache-2.0
import { locksDir, manifestsDir, readLock } from '@strata/manifests';
import { workspaceRoot, type RackSession } from '@strata/sandbox';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedConfig } from './changed-config.ts';
import { openSession, pulumi, stacks } from './environment.ts';

let session: RackSession;
const dir = mkdtempSync(join(tmpdir(), 'strata-bad-'));
beforeAll(async () => {
  session = await openSession();
});
afterAll(() => rmSync(dir, { recursive: true }));

/** The error of a preview, which must fail, without the rest of its output. */
async function previewError(
  stack: (typeof stacks)['demo'],
  config: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<string> {
  const { code, stdout } = await pulumi(session, stack, ['preview', ...config], env);
  expect(code).not.toBe(0);
  expect(stdout).not.toMatch(/^\s+at /m);
  return stdout;
}

test('unknown config keys are listed, all at once, with the nearest name', async () => {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, [
    'replicas: 2',
    'replica: 2',
  ]);
  const error = await previewError(stacks.demo, ['--config-file', file]);
  expect(error).toContain('stacks/user-cluster/Pulumi.sandbox.demo.yaml has 2 problems:');
  expect(error).toContain(
    'config.user-cluster:pools[0].replica: unknown key; did you mean "replicas"?',
  );
  expect(error).toMatch(/config\.user-cluster:pools\[0\]\.replicas: .*expected/i);
});

// Proves: feature-gates.misspelt
test('an unknown feature gate is refused with the nearest one', async () => {
  const file = changedConfig('kubevirt-stack/Pulumi.sandbox.yaml', dir, [
    '- Snapshot',
    '- Snapshots',
  ]);
  const error = await previewError(stacks.platform, ['--config-file', file]);
  expect(error).toContain('config.kubevirt-stack:kubevirt.featureGates[6]:');
  expect(error).toContain('"Snapshots"');
  expect(error).toContain('did you mean "Snapshot"?');
});

// Proves: installation.all-mistakes-first
test('everything that is wrong with the platform is told at once', async () => {
  const file = changedConfig(
    'kubevirt-stack/Pulumi.sandbox.yaml',
    dir,
    ['kubevirt-stack:release: v1.8', 'kubevirt-stack:release: v1.6'],
    ['10.244.240.200-10.244.240.220', '10.244.240.190-10.244.240.220'],
    ['    className: sandbox-block\n', '    className: sandbox-blok\n'],
    [/ *checksum: .*\n/, ''],
    ['      - Sidecar\n', '      - Sidecars\n'],
    ['bridge: br1\n      vlan: 100', 'bridge: br1\n      vlan: 7'],
  );
  const error = await previewError(stacks.platform, ['--config-file', file]);
  const problems = error.match(/config\.kubevirt-stack:.*$/gm) ?? [];
  // Pulumi shows the message twice: as it happens, and at the end.
  expect([...new Set(problems.map((line) => line.replace('config.kubevirt-stack:', '')))]).toEqual([
    'release: no release "v1.6"; did you mean "v1.7"?',
    'kubevirt.featureGates[5]: KubeVirt 1.8 has no feature gate "Sidecars"; did you mean "Sidecar"?',
    'storage.className: the infra cluster has no StorageClass "sandbox-blok"; did you mean "sandbox-block"?',
    'images[1].http.checksum: missing; without it the contents of https://images.example.org/flatcar-4230.2.1.img cannot be verified; add "sha256:" and the digits of sha256sum',
    'metallb.pools[2].addresses[0]: "10.244.240.190-10.244.240.220" overlaps "10.244.240.100-10.244.240.199", which is metallb.pools[1].addresses[0]; an address can be in one pool only',
    'networks[2].vlan: VLAN 7 of bridge "br1" is networks[0] already',
  ]);
});

const longName = 'm'.repeat(41);

// Proves: clusters.all-mistakes-first
test('everything that is wrong with a user cluster is told at once, and nothing is made', async () => {
  const file = changedConfig(
    'user-cluster/Pulumi.sandbox.demo.yaml',
    dir,
    ['podCidr: 10.128.0.0/16', 'podCidr: 10.112.0.0/12'],
    ['replicas: 1', 'replicas: 2'],
    ['image: ubuntu-24-04', 'image: ubuntu-2404'],
    ['address: 10.244.240.200', 'address: 10.244.99.1'],
    ['name: md-a', `name: ${longName}`],
    [
      'replicas: 2\n      instancetype: standard-2\n      rootDisk:\n        image: ubuntu-24-04',
      'replicas: 2\n      instancetype: standard-2\n      evictionStrategy: LiveMigrate\n      rootDisk:\n        image: ubuntu-24-04\n        accessModes: [ReadWriteOnce]',
    ],
  );
  const error = await previewError(stacks.demo, ['--config-file', file]);
  const problems = error.match(/config\.user-cluster:.*$/gm) ?? [];
  expect([...new Set(problems.map((line) => line.replace('config.user-cluster:', '')))]).toEqual([
    `pools[0].name: expected a name of at most 40 lower-case letters, digits and dashes, got "${longName}"`,
    'kubernetes.podCidr: is 10.128.0.0/16 for the life of this cluster: every node has a part of it, and a node keeps its part; leave it at 10.128.0.0/16, or make another cluster with 10.112.0.0/12',
    'controlPlane.endpoint.address: is 10.244.240.200 for the life of this cluster: it is in certificates, in kubeconfigs and in the machines; leave it at 10.244.240.200, or make another cluster with 10.244.99.1',
    'controlPlane.replicas: 2 control-plane nodes lose quorum as soon as either is away, so they are less available than 1; take 1 or 3',
    'controlPlane.rootDisk.image: the control plane asks for the golden image "ubuntu-2404", which the platform does not have; did you mean "ubuntu-24-04"?',
    `pools[0].evictionStrategy: pool "${longName}" cannot migrate, and with LiveMigrate no host that it is on could ever be drained: its interface is bridged to the pod network, whose address stays behind; its disk "root" is ReadWriteOnce, not ReadWriteMany. Use LiveMigrateIfPossible, or take these away`,
    'kubernetes.serviceCidr: 10.112.0.0/20 overlaps kubernetes.podCidr, 10.112.0.0/12; pods and Services need ranges of their own',
    'controlPlane.endpoint.address: 10.244.99.1 is in no load balancer pool of the platform; take a free address of "endpoints" (10.244.240.10-10.244.240.99), "demo" (10.244.240.200-10.244.240.220)',
  ]);
});

// Proves: clusters.all-mistakes-first, machines.template
test('a size that the platform does not offer is refused with what there is', async () => {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, [
    /(pools:(?:.*\n)*?.*)standard-2/,
    '$1standart-2',
  ]);
  const error = await previewError(stacks.demo, ['--config-file', file]);
  expect(error).toContain(
    'config.user-cluster:pools[0].instancetype: pool "md-a" asks for the instancetype "standart-2", which the platform does not offer; did you mean "standard-2"?',
  );
});

test('a tampered manifest is refused with both hashes', async () => {
  const bundle = join(dir, 'bundle');
  cpSync(manifestsDir(), bundle, { recursive: true });
  const [locked] = readLock(locksDir, { component: 'metallb', version: '0.16.1' })?.files ?? [];
  const file = join(bundle, locked?.path ?? 'not in the lock');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('metallb/controller:', 'evil/controller:'),
  );
  const error = await previewError(stacks.platform, [], { STRATA_MANIFESTS_DIR: bundle });
  expect(error).toContain('metallb-native.json');
  expect(error).toContain(locked?.sha256);
  expect(new Set(error.match(/\b[0-9a-f]{64}\b/g)).size).toBe(2);
});

/** Runs one of the repository's commands on the machine, outside the rack. */
function command(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: workspaceRoot,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}

test('a machine without Go is told what to install, in one line', () => {
  const cache = join(dir, 'cache');
  const { status, output } = command(['tools/toolchain/src/main.ts', '--only', 'etcd'], {
    PATH: dir,
    STRATA_CACHE_DIR: cache,
  });
  expect(output).toMatch(/^Go is (missing|not installed|needed).*1\.26.*$/);
  expect(status).toBe(1);
});

test('a machine that forbids user namespaces is told the exact setting', () => {
  // Inside a user namespace of our own the limit can be set, and holds for what runs in it.
  const inside = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  const up = ['tools/sandbox/src/main.ts', 'up', '--state-dir', join(dir, 'forbidden')];
  const args = ['--user', '--map-root-user', 'sh', '-c', inside, 'sh', process.execPath, ...up];
  const { status, stdout, stderr } = spawnSync('unshare', args, {
    cwd: workspaceRoot,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(`${stdout}${stderr}`.trim()).toMatch(
    /^This machine cannot run the sandbox as it is:\n {2}user namespaces: not allowed \(.+\); allow them with "sudo sysctl -w user\.max_user_namespaces=15000", and for good with the same setting in a file of \/etc\/sysctl\.d$/,
  );
  expect(status).toBe(1);
});
