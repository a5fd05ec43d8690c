// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import { updateStack, type RackSession } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { kubectl, kubectlJson, openSession, pulumi, stacks, type List } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { ownSandbox } from './own-sandbox.ts';
import { initializeStack, mirror, releaseOptions, updatePlatform } from './platform-releases.ts';

const isAll = process.env.STRATA_TEST_ALL === 'true';

/** Releases that the platform goes through: the last two, with `npm test -- --all` every one. */
const [first, ...next] = (isAll ? releases : releases.slice(-2)) as [Release, ...Release[]];

/** A sandbox of its own: this one runs the Kubernetes minor that all releases support. */
const sandbox = ownSandbox('upgrade');
const { dir, instance } = sandbox;

let session: RackSession;
beforeAll(async () => {
  const names = [first, ...next].map(({ name }) => name);
  await sandbox.up({ kubernetes: '1.34', guestKubernetes: ['1.35'], releases: names });
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

/** Returns the versions and phases that the operators KubeVirt and CDI report in their status. */
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

/** Returns the result of {@link installed} that is expected once the operators of a release run. */
const deployed = ({ components: { cdi, kubevirt } }: Release) =>
  `v${kubevirt.version} Deployed v${cdi.version} Deployed`;

/** The error of a preview that must fail. */
async function refusal(name: string): Promise<string> {
  const { code, stdout } = await pulumi(session, stacks.platform, [
    'preview',
    ...releaseOptions(dir, name),
  ]);
  expect(code).not.toBe(0);
  return stdout;
}

let before: string[];

// Proves: upgrades.staging
test('the release to update from comes up, with machines on it', async () => {
  await updateStack(instance, session, stacks.infra, silentReport);
  await initializeStack(session, stacks.platform);
  await updatePlatform(session, dir, first.name);
  expect(await installed()).toBe(deployed(first));
  // Without the sandbox's policies, which know no mirror.
  await initializeStack(session, stacks.demo);
  expectSuccess(await pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview']));
  before = await machines();
  expect(before).toHaveLength(3);
});

// The release in between has to be left out, which takes all three.
const ofThree = isAll ? test : test.skip;

// Proves: upgrades.one-step
ofThree('a jump over a release is refused with the path that works', async () => {
  expect(await refusal('v1.9')).toContain(
    'config.kubevirt-stack:release: v1.7 is installed, and v1.9 is more than one update away; go by release v1.8, then release v1.9, one update after the other',
  );
});

// Proves: upgrades.by-version, upgrades.clusters-survive
test.each(next.map((release) => [release.name, deployed(release)] as const))(
  'an update to %s keeps the machines running, and is done when up is',
  async (name, versions) => {
    await updatePlatform(session, dir, name);
    expect(await installed()).toBe(versions);
    expect(await machines()).toEqual(before);
    const check = ['preview', ...releaseOptions(dir, name), '--expect-no-changes'];
    expect((await pulumi(session, stacks.platform, check)).code).toBe(0);
    const drift = [
      'refresh',
      '--preview-only',
      '--expect-no-changes',
      ...releaseOptions(dir, name),
    ];
    expect((await pulumi(session, stacks.platform, drift)).code).toBe(0);
  },
);

// Proves: offline.mirror
test('no pod, of operators or of what they deploy, has an image from elsewhere', async () => {
  const images = '{range .items[*].spec.containers[*]}{.image}{"\\n"}{end}';
  const list = await kubectl(session, ['get', 'pods', '-A', '-o', `jsonpath=${images}`]);
  const all = [...new Set(list.split('\n').filter((image) => image !== ''))];
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((image) => !image.startsWith(`${mirror}/`))).toEqual([]);
});

// Proves: upgrades.clusters-survive
test('a cluster on the new release has no change to make', async () => {
  const { code } = await pulumi(session, stacks.demo, ['preview', '--expect-no-changes']);
  expect(code).toBe(0);
});

// Proves: upgrades.no-way-back
test('the way back is refused', async () => {
  const [earlier, newest] = releases.slice(-2);
  const versions = [newest, earlier].map((release) => release?.components.kubevirt.version);
  expect(await refusal(earlier?.name ?? '')).toContain(
    `config.kubevirt-stack:release: KubeVirt ${versions.join(' is installed and cannot go back to ')}; ` +
      `set release ${newest?.name ?? ''}`,
  );
});
