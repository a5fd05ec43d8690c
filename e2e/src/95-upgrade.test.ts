// SPDX-License-Identifier: Apache-2.0
import { updateStack, type RackSession, type StackName } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { join } from 'node:path';
import { changedConfig } from './changed-config.ts';
import { kubectl, kubectlJson, openSession, pulumi, stacks, type List } from './environment.ts';
import { ownSandbox } from './own-sandbox.ts';

/** A sandbox of its own: this one runs the Kubernetes minor that all releases support. */
const sandbox = ownSandbox('upgrade');
const { dir, instance } = sandbox;

let session: RackSession;
beforeAll(async () => {
  const releases = ['v1.7', 'v1.8', 'v1.9'];
  await sandbox.up({ kubernetes: '1.34', guestKubernetes: ['1.35'], releases });
  session = await openSession(instance);
});
afterAll(sandbox.remove);

interface Machine {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly status: { readonly phase: string };
}

/** Name and identity of every running machine; those that can move do so during an update. */
async function machines(): Promise<string[]> {
  const list = await kubectlJson<List<Machine>>(session, ['get', 'vmis', '-n', 'cluster-demo']);
  return list.items.map(
    ({ metadata, status }) => `${metadata.name} ${metadata.uid} ${status.phase}`,
  );
}

/** What the operators say that they run. */
async function installed(): Promise<string> {
  const read = (kind: string, field: string) =>
    kubectl(session, ['get', kind, '-A', '-o', `jsonpath={.items[0].status.${field}}`]);
  const parts = await Promise.all([
    read('kubevirts', 'observedKubeVirtVersion'),
    read('kubevirts', 'phase'),
    read('cdis', 'observedVersion'),
    read('cdis', 'phase'),
  ]);
  return parts.join(' ');
}

/** Where all images come from here; the sandbox knows them by the last part of their names. */
const mirror = 'registry.example.org/mirror';

/** Options that name a release for the platform's stack. */
function release(name: string): string[] {
  const file = changedConfig(
    'kubevirt-stack/Pulumi.sandbox.yaml',
    dir,
    [/ {2}kubevirt-stack:release: .*\n/, ''],
    [
      'config:\n',
      `config:\n  kubevirt-stack:release: ${name}\n  kubevirt-stack:registryMirror: ${mirror}\n`,
    ],
    // CDI of the oldest release cannot check what it downloads.
    [/ {4}- name: flatcar(.*\n)+? {6}sizeGiB: 10\n/, ''],
  );
  return ['--config-file', file];
}

async function updateTo(name: string): Promise<void> {
  const options = [...release(name), '--yes', '--skip-preview'];
  const { code, stdout } = await pulumi(session, stacks.platform, ['up', ...options]);
  expect({ code, output: code === 0 ? '' : stdout }).toEqual({ code: 0, output: '' });
}

async function initialize({ program, stack }: StackName): Promise<void> {
  await session.capture(['pulumi', 'stack', 'init', stack, '--no-select'], {
    cwd: join(import.meta.dirname, '../../packages', program),
  });
}

/** The error of a preview that must fail. */
async function refusal(name: string): Promise<string> {
  const { code, stdout } = await pulumi(session, stacks.platform, ['preview', ...release(name)]);
  expect(code).not.toBe(0);
  return stdout;
}

let before: string[];

test('the oldest release comes up, with machines on it', async () => {
  await updateStack(instance, session, stacks.infra, silentReport);
  await initialize(stacks.platform);
  await updateTo('v1.7');
  expect(await installed()).toBe('v1.7.0 Deployed v1.64.0 Deployed');
  // Without the sandbox's policies, which know no mirror.
  await initialize(stacks.demo);
  const { code, stdout } = await pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview']);
  expect({ code, output: code === 0 ? '' : stdout }).toEqual({ code: 0, output: '' });
  before = await machines();
  expect(before).toHaveLength(3);
});

test('a jump over a release is refused with the path that works', async () => {
  expect(await refusal('v1.9')).toContain(
    'config.kubevirt-stack:release: v1.7 is installed, and v1.9 is more than one update away; go by release v1.8, then release v1.9, one update after the other',
  );
});

test.each([
  ['v1.8', 'v1.8.4 Deployed v1.65.0 Deployed'],
  ['v1.9', 'v1.9.0 Deployed v1.65.0 Deployed'],
])('an update to %s keeps the machines running, and is done when up is', async (name, versions) => {
  await updateTo(name);
  expect(await installed()).toBe(versions);
  expect(await machines()).toEqual(before);
  const check = ['preview', ...release(name), '--expect-no-changes'];
  expect((await pulumi(session, stacks.platform, check)).code).toBe(0);
  const drift = ['refresh', '--preview-only', '--expect-no-changes', ...release(name)];
  expect((await pulumi(session, stacks.platform, drift)).code).toBe(0);
});

test('no pod, of operators or of what they deploy, has an image from elsewhere', async () => {
  const images = '{range .items[*].spec.containers[*]}{.image}{"\\n"}{end}';
  const list = await kubectl(session, ['get', 'pods', '-A', '-o', `jsonpath=${images}`]);
  const all = [...new Set(list.split('\n').filter((image) => image !== ''))];
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((image) => !image.startsWith(`${mirror}/`))).toEqual([]);
});

test('a cluster on the new release has no change to make', async () => {
  const { code } = await pulumi(session, stacks.demo, ['preview', '--expect-no-changes']);
  expect(code).toBe(0);
});

test('the way back is refused', async () => {
  expect(await refusal('v1.8')).toContain(
    'config.kubevirt-stack:release: KubeVirt 1.9.0 is installed and cannot go back to 1.8.4; set release v1.9',
  );
});
