// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import type { Change } from './changed-config.ts';
import { realCost } from './running-use.ts';

// The files of a team whose clusters share profiles, and that has written down its prices.

/** The file of a user cluster, by its stack. */
export const fileOf = (cluster: string) => `stacks/user-cluster/Pulumi.${cluster}.yaml`;
export const [demo, second, later] = ['sandbox.demo', 'sandbox.second', 'staging.shop'] as const;
export const [workers, limits] = [
  'stacks/profiles/workers.yaml',
  'stacks/profiles/limits.yaml',
] as const;
export const pricesFile = 'stacks/prices/sandbox.yaml';
/** How much a change may delete. */
export const deletions = 'stacks/blast-radius/sandbox.yaml';
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

/** A size that nobody offers, an unknown key, a currency and a unit that there are not. */
export const mistaken = {
  [workers]: `${grown.replace('standard-4', 'standard-44')}  user-cluster:quotas:\n    loadBalancers: 9\n`,
  [pricesFile]: JSON.stringify({ ...prices, currency: 'EURO', memoryMiB: 2 }),
};

const unknownKey = 'config.user-cluster:quotas: unknown key; did you mean "quota"?';
const unknownSize =
  'config.user-cluster:pools[0].instancetype: pool "md-a" asks for the instancetype "standard-44", which the platform does not offer; did you mean "standard-4"?';
/** How those are told where a cluster is previewed. */
export const mistakesOf = (cluster: string) => [
  `${fileOf(cluster)} has 2 problems:`,
  `${unknownKey}; ${workers}:16 says it`,
  `${unknownSize}; ${workers}:6 says it`,
];
/** How those in the prices are told. */
export const mistakesOfPrices = [
  'currency: ISO 4217 has no currency "EURO"; did you mean "EUR"?',
  'memoryMiB: unknown key; did you mean "memoryGiB"?',
];
/** How the check of all files tells those that it knows. */
export const mistakesOfFiles = [
  'stacks/ has 3 problems:',
  `${workers}:16: ${unknownKey}`,
  ...mistakesOfPrices.map((problem) => `${pricesFile}: ${problem}`),
];

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

/** The file of a cluster that says itself what profiles said. */
export const extendingNone = (text: string, ...said: readonly string[]) =>
  text.replace(
    / {2}user-cluster:extends:\n(?: {4}.*\n)*/,
    said.map((one) => one.replace(/^(?:#.*\n)?config:\n/, '')).join(''),
  );

/** CPUs of the machines of a cluster, before the change and after it. */
export const small = { 'cp-0': 2, 'md-a-0': 2, 'md-a-1': 2 };
export const large = { 'cp-0': 2, 'md-a-0': 4, 'md-a-1': 4 };

/** A text as comments show it. */
export const shown = (text: string) =>
  text.replaceAll('"', '&#34;').replaceAll('[', '&#91;').replaceAll(']', '&#93;');

const room = 'there is room, also without 1 host, while machines move and while pools roll';
const more = '53.54 (+4 CPUs, +16 GiB of memory, +14 GiB of sandbox-block)';
/** Answers of both previews of the larger workers. */
export const needsAndCosts = [
  `- <b>What does it need?</b> sandbox: 6 machines, 12 → 20 virtual CPUs, 51 → 83 GiB; 77.2 % of the hosts' memory stays free; ${room}; staging: 3 machines, 6 → 10 virtual CPUs, 26 → 42 GiB; 97.4 % of the hosts' memory stays free; ${room}.`,
  `- <b>What does it cost?</b> sandbox: <b>+ 107.08 EUR a month</b> (181.28 → 288.36): demo + ${more}, second + ${more}.`,
];
export const offline =
  'The full preview says: in this one, made without states, everything counts as new.';
export const affectedAndOrder = [
  '- <b>Who is affected?</b> 3 clusters: sandbox / demo; sandbox / second; staging / shop.',
  '- <b>In which order?</b> After the merge: ring first (sandbox), then ring last (staging). A ring that does not end well stops those behind it.',
];

/** The answer of `plan cost sandbox --json` that is right for what runs, and its sums. */
export async function realAnswer(session: RackSession, names: readonly string[]) {
  const { clusters, sum } = await realCost(session, names, prices);
  const percent = ((Number(sum) / 750) * 100).toFixed(1);
  const hosts = { count: 3, paidFor: '750.00', used: sum, percent };
  const about = { environment: 'sandbox', file: pricesFile, currency: 'EUR' };
  const sums = clusters.map(({ cluster, cost }) => [cluster, cost.sum] as const);
  return {
    environments: [{ ...about, clusters, sum, notPriced: [], hosts }],
    sums: { ...Object.fromEntries(sums), all: sum },
  };
}
