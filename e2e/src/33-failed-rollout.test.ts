// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedConfig, type Change } from './changed-config.ts';
import { changeDemo, demoInstances, namespace, uidsOf } from './demo-changes.ts';
import { eventually, kubectl, openSession, pulumi, sharedInstance, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { pulumiPids } from './pulumi-pids.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
const dir = mkdtempSync(join(tmpdir(), 'strata-failed-rollout-'));
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Little patience, and another template: a label that no pool had before. */
const template = (version: string): Change => [
  '      replicas: 2\n',
  '      replicas: 2\n' +
    '      joinSeconds: 60\n' +
    '      drain:\n        timeoutSeconds: 30\n        shutdownSeconds: 10\n' +
    '      labels:\n        round: mended\n' +
    `      kubernetesVersion: ${version}\n`,
];

/** Good by all that a preview can know; and nobody can download it. */
const missing = template('1.35.3');
const mended = template('1.35.4');

const workers = async () =>
  (await demoInstances(session)).filter(({ metadata }) => metadata.name.startsWith('md-a'));

const up = (edit: Change) => {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, edit);
  return pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview', '--config-file', file]);
};

const poolSays = () => {
  const annotations =
    '{.metadata.annotations.strata\\.dev/surge}{.metadata.annotations.strata\\.dev/rolling}';
  const fields = `{.spec.replicas} ${annotations}`;
  const pool = ['virtualmachinepool/md-a', ...namespace, '-o', `jsonpath=${fields}`];
  return kubectl(session, ['get', ...pool]);
};

const cordoned = () =>
  user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[?(@.spec.unschedulable)].metadata.name}');

/** Names of the Secrets that the machines of the pool start with. */
const startUpSecrets = async () => {
  const names = await kubectl(session, ['get', 'secrets', ...namespace, '-o', 'name']);
  return names.split('\n').filter((name) => name.startsWith('secret/md-a-userdata-'));
};

/** The one that its template names. */
const secretOfPool = () => {
  const sources = '{.spec.virtualMachineTemplate.spec.template.spec.volumes[*]';
  const fields = `${sources}.cloudInitNoCloud.secretRef.name}`;
  const pool = ['virtualmachinepool/md-a', ...namespace, '-o', `jsonpath=${fields}`];
  return kubectl(session, ['get', ...pool]);
};

// Proves: drains-and-updates.rollout-stops
test('a machine that cannot join stops its rollout, which names it and leaves the old ones alone', async () => {
  const before = uidsOf(await workers());
  const begun = Date.now();
  const { code, stdout } = await up(missing);
  expect(code).not.toBe(0);
  const said = stdout.replace(/\s+/g, ' ');
  // 60 to join, 30 to be emptied, and the 70 that a machine may take to shut down.
  expect(said).toContain(
    'pool md-a stopped after 160 s without another machine that is new and Ready: ' +
      'md-a: 0/2 machines are new, and 1 more until all are; md-a-0 waits for its turn; ' +
      'md-a-1 waits for its turn; md-a-2 runs, and has not joined yet. The others were not changed; ' +
      'the console of that machine says what it lacks (docs/runbooks/machine-does-not-join.md). ' +
      'Run pulumi up again to go on',
  );
  expect((Date.now() - begun) / 1_000).toBeLessThan(420);
  const after = await workers();
  expect(uidsOf(after)).toMatchObject(before);
  expect(after.map(({ metadata }) => metadata.name)).toEqual(['md-a-0', 'md-a-1', 'md-a-2']);
  expect(await poolSays()).toBe('3 1true');
  expect(await cordoned()).toBe('');
  const ready = ['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'];
  expect(await user.kubectl(...ready)).toBe('cp-0 md-a-0 md-a-1');
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=10s');
}, 600_000);

test('its console says what it lacks', async () => {
  const pods = ['pods', '-l', 'vm.kubevirt.io/name=md-a-2', ...namespace];
  expect(await kubectl(session, ['get', ...pods, '-o', 'name'])).toMatch(/^pod\/virt-launcher-/);
  await eventually('the console names the version', () => {
    const log = join(sharedInstance().logsDir, 'guest_cluster-demo_md-a-2.log');
    return Promise.resolve(
      readFileSync(log, 'utf8').includes('installing Kubernetes v1.35.3: again in'),
    );
  });
});

// Proves: drains-and-updates.rollout-stops
test('a corrected configuration goes on from there, and ends clean', async () => {
  const before = uidsOf(await workers());
  expectSuccess(await up(mended));
  const after = uidsOf(await workers());
  expect(Object.keys(after)).toEqual(['md-a-0', 'md-a-1']);
  expect(Object.values(after).filter((uid) => Object.values(before).includes(uid))).toEqual([]);
  const told = ['get', 'nodes', '-l', 'round=mended', '-o', 'jsonpath={.items[*].metadata.name}'];
  await eventually(
    'the new nodes are there, and none of the machine more',
    async () => (await user.kubectl(...told)) === 'md-a-0 md-a-1',
  );
  expect(await poolSays()).toBe('2');
  expect(await cordoned()).toBe('');
  // Back to what the tests before and after have.
  expect((await changeDemo(session, dir)).consequences).toContain(
    'sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)',
  );
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
}, 1_200_000);

/** All is as it was, with the Secret of before: every machine can start again. */
async function expectAsBefore(secret: string): Promise<void> {
  expect(Object.keys(uidsOf(await workers()))).toEqual(['md-a-0', 'md-a-1']);
  expect(await poolSays()).toBe('2');
  expect(await cordoned()).toBe('');
  expect(await secretOfPool()).toBe(secret);
  expect(await startUpSecrets()).toEqual([`secret/${secret}`]);
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
}

// Proves: drains-and-updates.rollout-taken-back
test('the configuration of before, put back after a roll that failed, changes no machine', async () => {
  const before = uidsOf(await workers());
  const secret = await secretOfPool();
  const { code, stdout } = await up(missing);
  expect(code).not.toBe(0);
  expect(stdout).toContain('pool md-a stopped after 160 s');
  expect(await startUpSecrets()).toHaveLength(2);
  expect(await poolSays()).toBe('3 1true');
  // The update makes exactly the changes that its preview announces; a second `up` changes nothing.
  const { resources } = await changeDemo(session, dir);
  // The pool and its rollout; the Secret of the roll that failed.
  expect(resources).toEqual({ update: 2, delete: 1 });
  expect(uidsOf(await workers())).toEqual(before);
  await expectAsBefore(secret);
}, 900_000);

// Proves: drains-and-updates.rollout-taken-back
test('put back after a roll that was killed half way, it rolls back the machines that were new', async () => {
  const before = uidsOf(await workers());
  const secret = await secretOfPool();
  const killed = up(mended);
  await eventually('the first machine has been replaced', async () => {
    const uid = uidsOf(await workers())['md-a-0'];
    return uid !== undefined && uid !== before['md-a-0'];
  });
  for (const pid of pulumiPids()) process.kill(pid, 'SIGKILL');
  await killed;
  await pulumi(session, stacks.demo, ['cancel', '--yes']);
  const { consequences } = await changeDemo(session, dir);
  expect(consequences).toContain('sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)');
  const after = uidsOf(await workers());
  expect(after['md-a-0']).not.toBe(before['md-a-0']);
  // Its turn had not come.
  expect(after['md-a-1']).toBe(before['md-a-1']);
  await expectAsBefore(secret);
}, 1_200_000);
