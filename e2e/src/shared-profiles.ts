// SPDX-License-Identifier: Apache-2.0
import type { Change } from './changed-config.ts';

// The files of a team whose clusters share profiles, and that has written down its prices.

/** The file of a user cluster, by its stack. */
export const fileOf = (cluster: string) => `stacks/user-cluster/Pulumi.${cluster}.yaml`;
export const [demo, second, later] = ['sandbox.demo', 'sandbox.second', 'staging.shop'] as const;
export const [workers, limits] = [
  'stacks/profiles/workers.yaml',
  'stacks/profiles/limits.yaml',
] as const;
export const pricesFile = 'stacks/prices/sandbox.yaml';
/** The files of an environment that are no cluster's. */
export const ofEnvironment = (name: string) =>
  ['infra/Pulumi.', 'kubevirt-stack/Pulumi.', 'address-plan/', 'blast-radius/', 'infra-facts/']
    .map((path) => `stacks/${path}${name}.yaml`)
    .concat(`stacks/policies/${name}.json`);

/** A profile with one pool, whose machines have a size and other keys. */
export const workersText = (size: string, more = '') => `# For most clusters.
config:
  user-cluster:pools:
    - name: md-a
      replicas: 2
      instancetype: ${size}
      rootDisk:
        image: ubuntu-24-04
${more}`;
/** The profile after the change: larger machines, with a disk and a label. */
export const grown = workersText(
  'standard-4',
  `        sizeGiB: 24
      disks:
        - name: scratch
          kind: data
          sizeGiB: 3
      labels:
        example.com/from: workers
`,
);
export const limitsText = (loadBalancers: number) =>
  `config:\n  user-cluster:quota:\n    loadBalancers: ${loadBalancers}\n`;
export const prices = {
  currency: 'EUR',
  cpu: 7,
  memoryGiB: 1.5,
  storageGiB: { 'sandbox-block': 0.11 },
  address: 3,
  host: 250,
};

/** One more address of the platform. */
export const withBastion: Change = [
  'user-cluster:network:',
  `user-cluster:access:
    ssh:
      via: bastion
      address: 10.244.240.11
      authorizedKeys:
        - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGeYPVdRb7i8daXJ5ZgQYmPWJ+52QWd4eFmi4QCMhBJw on-call
  user-cluster:network:`,
];

/** The file of a cluster that takes its pool from a profile. */
export const extending = (text: string, profiles = 'workers') =>
  text.replace(/ {2}user-cluster:pools:\n(?: {4}.*\n)*/, `  user-cluster:extends: [${profiles}]\n`);
