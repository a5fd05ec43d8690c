// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { parseCommand } from './command-line.ts';
import { planUpgradeOf } from './plan-upgrade.ts';
import { PlanError } from './report.ts';

const root = mkdtempSync(join(tmpdir(), 'strata-upgrade-'));

afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, config: object): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), stringify({ config }));
}

write('stacks/kubevirt-stack/Pulumi.lab.yaml', { 'kubevirt-stack:release': 'v1.7' });
write('stacks/infra/Pulumi.behind.yaml', { 'infra:kubeone': { version: '1.32.0' } });
write('stacks/kubevirt-stack/Pulumi.behind.yaml', { 'kubevirt-stack:release': 'v1.7' });
write('stacks/infra/Pulumi.prod.yaml', { 'infra:kubeone': { version: '1.33.2' } });
write('stacks/kubevirt-stack/Pulumi.prod.yaml', { 'kubevirt-stack:release': 'v1.8' });
write('stacks/user-cluster/Pulumi.prod.shop.yaml', {
  'user-cluster:kubernetes': { version: '1.34.4' },
  'user-cluster:pools': [{ name: 'md-a' }],
});

write('stacks/kubevirt-stack/Pulumi.extra.yaml', { 'kubevirt-stack:release': 'v1.7' });
write('stacks/addons/Pulumi.extra.yaml', { 'addons:release': 'v1.7' });

write('stacks/kubevirt-stack/Pulumi.shared.yaml', { 'kubevirt-stack:release': 'v1.9' });
write('stacks/profiles/small.yaml', {
  'user-cluster:kubernetes': { version: '1.35.2' },
  'user-cluster:pools': [{ name: 'md-a' }],
});
write('stacks/user-cluster/Pulumi.shared.one.yaml', { 'user-cluster:extends': ['small'] });
write('stacks/user-cluster/Pulumi.shared.two.yaml', {
  'user-cluster:extends': ['small'],
  'user-cluster:pools': [{ name: 'md-b' }],
});

write('stacks/kubevirt-stack/Pulumi.old.yaml', {
  'kubevirt-stack:release': 'v1.8',
  'kubevirt-stack:images': [{ name: 'focal', os: 'ubuntu', version: '20.04' }],
});
write('stacks/user-cluster/Pulumi.old.shop.yaml', {
  'user-cluster:kubernetes': { version: '1.34.4' },
  'user-cluster:pools': [{ name: 'md-a', rootDisk: { image: 'focal' } }],
});

write('stacks/kubevirt-stack/Pulumi.adopted.yaml', { 'kubevirt-stack:release': 'v1.8' });
mkdirSync(join(root, 'stacks/infra-facts'));
writeFileSync(join(root, 'stacks/infra-facts/adopted.yaml'), stringify({ kubernetes: '1.33.9' }));

/** Plans an upgrade from arguments of the command line. */
const plan = (...args: string[]) => {
  const command = parseCommand(['upgrade-plan', ...args]);
  if (command.action !== 'upgrade-plan') throw new Error(command.action);
  return planUpgradeOf(root, command);
};

test('prints each update with the key that it changes, control plane before pools', () => {
  const { failed, lines } = plan('--environment', 'prod', '--to', 'v1.9', '--kubernetes', '1.35.4');
  expect({ failed, lines }).toEqual({
    failed: false,
    lines: [
      '1. the infra cluster to Kubernetes 1.34',
      '   stacks/infra/Pulumi.prod.yaml: infra:kubeone.version: 1.34, by hand with KubeOne 1.12 or 1.13, because KubeOne 1.14 of this checkout takes over clusters of Kubernetes 1.34 to 1.36',
      '2. the platform to release v1.9',
      '   stacks/kubevirt-stack/Pulumi.prod.yaml: kubevirt-stack:release: v1.9',
      '3. the user cluster "shop": control plane to Kubernetes 1.35.4',
      '   stacks/user-cluster/Pulumi.prod.shop.yaml: user-cluster:kubernetes.version: 1.35.4, with kubernetesVersion of every pool as it is now',
      '4. the user cluster "shop": pool "md-a" to Kubernetes 1.35.4',
      '   stacks/user-cluster/Pulumi.prod.shop.yaml: user-cluster:pools, md-a: kubernetesVersion: 1.35.4',
    ],
  });
});

test('names the KubeOne of each step that the one of this checkout does not do', () => {
  const lines = (...more: readonly string[]) =>
    plan('--environment', 'behind', '--to', 'v1.9', ...more).lines;
  const why =
    'because KubeOne 1.14 of this checkout takes over clusters of Kubernetes 1.34 to 1.36';
  const file = '   stacks/infra/Pulumi.behind.yaml: infra:kubeone.version';
  expect(lines('--infra-kubernetes', '1.35').filter((line) => line.startsWith(file))).toEqual([
    `${file}: 1.33, by hand with KubeOne 1.12, ${why}`,
    `${file}: 1.34, by hand with KubeOne 1.12 or 1.13, ${why}`,
    `${file}: 1.35`,
  ]);
});

test('the addons follow each release of their platform', () => {
  expect(plan('--environment', 'extra', '--to', 'v1.9').lines.slice(1)).toEqual([
    '1. the platform to release v1.8',
    '   stacks/kubevirt-stack/Pulumi.extra.yaml: kubevirt-stack:release: v1.8',
    '2. the addons to release v1.8',
    '   stacks/addons/Pulumi.extra.yaml: addons:release: v1.8',
    '3. the platform to release v1.9',
    '   stacks/kubevirt-stack/Pulumi.extra.yaml: kubevirt-stack:release: v1.9',
    '4. the addons to release v1.9',
    '   stacks/addons/Pulumi.extra.yaml: addons:release: v1.9',
  ]);
});

// Proves: clusters.profiles
test('names the file of the profile where a version comes from one', () => {
  const { lines } = plan('--environment', 'shared', '--kubernetes', '1.35.4');
  const version =
    'stacks/profiles/small.yaml: user-cluster:kubernetes.version: 1.35.4, with kubernetesVersion of every pool as it is now';
  expect(lines.slice(1)).toEqual([
    '1. the user cluster "one": control plane to Kubernetes 1.35.4',
    `   ${version}; every cluster that extends this profile changes`,
    '2. the user cluster "one": pool "md-a" to Kubernetes 1.35.4',
    '   stacks/profiles/small.yaml: user-cluster:pools, md-a: kubernetesVersion: 1.35.4; every cluster that extends this profile changes',
    '3. the user cluster "two": control plane to Kubernetes 1.35.4',
    `   ${version} in stacks/user-cluster/Pulumi.shared.two.yaml; every cluster that extends this profile changes`,
    '4. the user cluster "two": pool "md-b" to Kubernetes 1.35.4',
    '   stacks/user-cluster/Pulumi.shared.two.yaml: user-cluster:pools, md-b: kubernetesVersion: 1.35.4',
  ]);
});

test('names the assumed version of the infra cluster where no file gives it', () => {
  expect(plan('--environment', 'lab', '--to', 'v1.8').lines).toEqual([
    'No file says what Kubernetes the infra cluster runs; taken to be 1.34, the newest of release v1.7. --from-infra-kubernetes says another.',
    '1. the platform to release v1.8',
    '   stacks/kubevirt-stack/Pulumi.lab.yaml: kubevirt-stack:release: v1.8',
  ]);
  const older = plan('--environment', 'lab', '--to', 'v1.8', '--from-infra-kubernetes', '1.32');
  expect(older.lines.slice(0, 2)).toEqual([
    '1. the infra cluster to Kubernetes 1.33',
    '   with the tool that made the infra cluster',
  ]);
});

test('takes the version of an infra cluster that Strata did not make from its facts', () => {
  expect(plan('--environment', 'adopted', '--to', 'v1.9').lines).toEqual([
    '1. the infra cluster to Kubernetes 1.34',
    '   with the tool that made the infra cluster',
    '2. the platform to release v1.9',
    '   stacks/kubevirt-stack/Pulumi.adopted.yaml: kubevirt-stack:release: v1.9',
  ]);
  const given = plan('--environment', 'adopted', '--to', 'v1.9', '--from-infra-kubernetes', '1.34');
  expect(given.lines[0]).toBe('1. the platform to release v1.9');
});

test('fails where there is no upgrade path, and says when there is nothing to do', () => {
  expect(plan('--environment', 'prod', '--to', 'v1.7')).toEqual({
    lines: [
      `No way leads from release v1.8 on Kubernetes 1.33 to release v1.7: one release at a time, never back; there are ${releases.map(({ name }) => name).join(', ')}.`,
    ],
    failed: true,
  });
  expect(plan('--environment', 'prod').lines).toEqual(['Nothing to do: "prod" is there already.']);
});

test('reports the same as JSON for programs', () => {
  const { lines } = plan('--environment', 'prod', '--kubernetes', '1.34.6', '--json');
  expect(JSON.parse(lines.join(''))).toEqual({
    present: {
      release: 'v1.8',
      infraKubernetes: '1.33',
      clusters: [{ name: 'shop', kubernetes: '1.34.4', pools: [{ name: 'md-a' }] }],
    },
    hops: [
      { what: 'control-plane', cluster: 'shop', to: '1.34.6' },
      { what: 'pool', cluster: 'shop', pool: 'md-a', to: '1.34.6' },
    ],
  });
});

test('refuses an unknown environment, and a command without an environment', () => {
  expect(() => plan('--environment', 'prd')).toThrow(
    'there is no environment "prd"; did you mean "prod"?',
  );
  expect(() => plan('--environment', 'prod', '--kubernetes', '1.35')).toThrow(
    '--kubernetes is an exact version like 1.35.4, not "1.35"',
  );
  for (const version of ['1.35.99', 'abc']) {
    expect(() => plan('--environment', 'prod', '--infra-kubernetes', version)).toThrow(
      new PlanError(`--infra-kubernetes is a minor like 1.35, not "${version}"`),
    );
  }
  expect(() => plan('--to', 'v1.9')).toThrow(/^--environment is missing\n\nUsage: /);
  expect(() => parseCommand(['chek'])).toThrow(/^unknown command "chek"; did you mean "check"\?/);
  expect(() => parseCommand(['check', '--json'])).toThrow(/^Unknown option '--json'/);
});

test('takes the operating systems of machines from the images of the platform', () => {
  expect(plan('--environment', 'old', '--kubernetes', '1.35.4')).toEqual({
    failed: true,
    lines: [
      expect.stringContaining('No file says'),
      'The user cluster "shop": pool "md-a": Kubernetes of the user cluster 1.35.4 and ubuntu 20.04 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image.',
    ],
  });
});
