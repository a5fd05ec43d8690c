// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { checkPlan } from './check-plan.ts';

const folders: string[] = [];

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A repository with these files, as objects or as text. */
function repository(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), 'strata-plan-'));
  folders.push(root);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : stringify(content));
  }
  return root;
}

const plan = {
  pods: { ranges: ['10.128.0.0/10'], prefix: 24 },
  services: { ranges: ['10.112.0.0/12'], prefix: 24 },
  endpoints: { ranges: ['192.0.0.0/16'] },
  vlans: { bridge: 'br1', first: 1, last: 4094 },
  tunnelPorts: { first: 8473, last: 19_000 },
  mtu: 1500,
};

/** Of 1,000 clusters, those that no two of have anything in common. */
function cluster(number: number) {
  const block = `${Math.floor(number / 256)}.${number % 256}`;
  const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu', sizeGiB: 30 } };
  return {
    config: {
      'user-cluster:kubernetes': {
        version: '1.35.4',
        podCidr: `10.${128 + Math.floor(number / 256)}.${number % 256}.0/24`,
        serviceCidr: `10.${112 + Math.floor(number / 256)}.${number % 256}.0/24`,
      },
      'user-cluster:controlPlane': { ...machine, endpoint: { address: `192.0.${block}` } },
      'user-cluster:pools': [
        { name: 'md-a', replicas: 3, ...machine, interfaces: [{ network: 'own' }] },
      ],
      'user-cluster:network': { vlans: [{ name: 'own', bridge: 'br1', vlan: 1 + number }] },
      'user-cluster:cni': { type: 'cilium', tunnelPort: 8473 + number },
    },
  };
}

const fileOf = (name: string) => `stacks/user-cluster/Pulumi.prod.${name}.yaml`;

function thousand(): Record<string, unknown> {
  const clusters = Array.from(
    { length: 1000 },
    (_, number) => [fileOf(`c${number}`), cluster(number)] as const,
  );
  return { ...Object.fromEntries(clusters), 'stacks/address-plan/prod.yaml': plan };
}

test('the files of this repository are right', () => {
  const { failed, lines } = checkPlan(resolve(import.meta.dirname, '../../..'));
  expect({ failed, lines }).toEqual({
    failed: false,
    lines: [
      expect.stringMatching(/^Address plans are right: environments \d+, user clusters \d+\.$/),
    ],
  });
});

test('1,000 clusters without an overlap are read and checked in less than 2 s, without an alarm', () => {
  const root = repository(thousand());
  const start = performance.now();
  const report = checkPlan(root);
  const milliseconds = performance.now() - start;
  expect(report).toEqual({
    lines: ['Address plans are right: environments 1, user clusters 1000.'],
    failed: false,
  });
  expect(milliseconds).toBeLessThan(2000);
});

test('the one that overlaps is found among 1,000', () => {
  const odd = {
    config: {
      ...cluster(7).config,
      'user-cluster:cni': { tunnelPort: 18_000 },
      'user-cluster:network': {},
    },
  };
  const { failed, lines } = checkPlan(repository({ ...thousand(), [fileOf('odd')]: odd }));
  expect(failed).toBe(true);
  expect(lines).toEqual([
    'stacks/ has 3 problems:',
    `${fileOf('c7')}: config.user-cluster:kubernetes.serviceCidr: 10.112.7.0/24 overlaps 10.112.7.0/24, the Services of the cluster "odd" of "prod"; take a range that nobody has (the other: ${fileOf('odd')}: config.user-cluster:kubernetes.serviceCidr)`,
    `${fileOf('c7')}: config.user-cluster:kubernetes.podCidr: 10.128.7.0/24 overlaps 10.128.7.0/24, the pods of the cluster "odd" of "prod"; take a range that nobody has (the other: ${fileOf('odd')}: config.user-cluster:kubernetes.podCidr)`,
    `${fileOf('odd')}: config.user-cluster:controlPlane.endpoint.address: 192.0.0.7 is what the API of the cluster "c7" of "prod" has; take one that nobody has (the other: ${fileOf('c7')}: config.user-cluster:controlPlane.endpoint.address)`,
  ]);
});

test('says which file is no YAML, has an unusable name, or has no plan', () => {
  const root = repository({
    [fileOf('broken')]: 'config: [',
    [fileOf('list')]: '- 1',
    'stacks/user-cluster/Pulumi.prod.yaml': {},
    [fileOf('fine')]: cluster(1),
    'stacks/kubevirt-stack/Pulumi.empty.yaml': { config: {} },
  });
  const { lines } = checkPlan(root);
  expect(lines).toEqual([
    'stacks/ has 5 problems:',
    'stacks/user-cluster/Pulumi.prod.yaml: unusable name; it must be Pulumi.<environment>.<cluster>.yaml',
    expect.stringMatching(/^stacks\/user-cluster\/Pulumi\.prod\.broken\.yaml: is no YAML: .+/),
    `${fileOf('list')}: is no mapping`,
    'stacks/kubevirt-stack/Pulumi.empty.yaml: config.kubevirt-stack:metallb: missing; expected a mapping with pools',
    'stacks/address-plan/prod.yaml: missing; the clusters of "prod" choose from it: docs/address-plan.md says how',
  ]);
});
