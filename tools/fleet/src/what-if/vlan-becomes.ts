// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts/cluster-namespace';
import type { Edit, Environment, Fleet } from '../model.ts';
import type { VlanRange, VlanUse } from '../vlan-model.ts';
import { joined } from './answer.ts';
import type { Answered, EnvironmentPart, Finding, Step } from './answer.ts';
import { inDeploymentOrder } from './deployment-order.ts';
import { leftOut, nowhere } from './left-out.ts';
import { sortedNames } from './names.ts';

/** Numbers that machines can have as a VLAN. */
const possible = { first: 2, last: 4094 } as const;

/**
 * Places that must allow a VLAN, in the order in which they are changed, with their wording in
 * findings.
 */
const allowances = [
  { by: 'hosts', words: 'the hosts carry to', text: 'the hosts carry VLAN' },
  { by: 'platform', words: 'the platform gives of', text: 'the platform gives VLAN' },
  { by: 'plan', words: 'the address plan has of', text: 'the address plan has VLAN' },
] as const satisfies readonly { by: VlanRange['by']; words: string; text: string }[];

/** Number of the VLAN before and after. */
interface Change {
  readonly from: number;
  readonly to: number;
}

const has = ({ ranges }: VlanRange, vlan: number) =>
  ranges.some(({ first, last }) => first <= vlan && vlan <= last);

const ownerOf = ({ cluster, network }: VlanUse) =>
  cluster === undefined
    ? `the platform's network "${network}"`
    : `the network "${network}" of the cluster "${cluster}"`;

/** Returns what allows the VLAN of a network now, and does not allow the new one. */
function missing({ vlans }: Environment, use: VlanUse, { from, to }: Change) {
  return allowances.flatMap(({ by, text, words }) => {
    const own = vlans.allowed.filter(
      (one) =>
        one.by === by &&
        one.bridge === use.bridge &&
        (one.boundTo === undefined || one.boundTo === use.cluster),
    );
    const [place] = own.filter((one) => has(one, from));
    if (place === undefined || own.some((one) => has(one, to))) return [];
    return [{ place, text, words }];
  });
}

function takenBy({ vlans }: Environment, use: VlanUse, to: number): VlanUse[] {
  return vlans.uses.filter((one) => one.vlan === to && one.bridge === use.bridge);
}

/**
 * Returns what another VLAN means for what runs in the network: machines and pods name the network, so a
 * commit changes none of them, and each is in the new VLAN once its pod is made again.
 */
function movingTexts(use: VlanUse, { from, to }: Change): string[] {
  return [
    ...(use.groups.length === 0
      ? []
      : [
          `the commit moves no running machine: each is in VLAN ${to} once it starts again or migrates, and until all have, those in ${from} and ${to} do not reach each other`,
        ]),
    ...use.etcdOf.map(
      (cluster) =>
        `the members of etcd of the cluster "${cluster}" reach each other in it, and one that starts again or migrates alone is cut off: restart its whole control plane right after the commit; its API is down until two of the members run`,
    ),
    ...(use.carriesMigrations
      ? [
          `live migrations take place in it, and none succeeds between hosts in ${from} and ${to}: restart virt-handler on all hosts right after the commit`,
        ]
      : []),
  ];
}

function findingsOf(environment: Environment, uses: readonly VlanUse[], change: Change): Finding[] {
  const { name } = environment;
  const { from, to } = change;
  return uses.flatMap((use): Finding[] => {
    const finding = (tone: Finding['tone'], text: string) => ({ environment: name, tone, text });
    const taken = takenBy(environment, use, to);
    const bridge = use.bridge === undefined ? '' : ` of ${use.bridge}`;
    return [
      finding('calm', `${ownerOf(use)} has VLAN ${from}${bridge}`),
      ...taken.map((other) => finding('bad', `VLAN ${to}${bridge} is that of ${ownerOf(other)}`)),
      ...missing(environment, use, change).map(({ place, words }) =>
        finding('bad', `${to} is not among the VLANs that ${words} ${place.bridge}`),
      ),
      ...movingTexts(use, change).map((text) => finding('bad', text)),
    ];
  });
}

/** Returns what to restart once the VLAN of a network is another one. */
function restarts(use: VlanUse, vlan: number): Edit[] {
  return [
    ...use.etcdOf.map((cluster) => ({
      text: `the whole control plane of the cluster "${cluster}" into VLAN ${vlan}, right after the commit`,
      change: `for each of its machines: virtctl restart MACHINE --namespace ${clusterNamespace(cluster)}`,
    })),
    ...(use.carriesMigrations
      ? [
          {
            text: `virt-handler of all hosts into VLAN ${vlan}, right after the commit`,
            change: 'kubectl rollout restart daemonset virt-handler --namespace kubevirt',
          },
        ]
      : []),
  ];
}

function stepsOf(environment: Environment, uses: readonly VlanUse[], change: Change): Step[] {
  const { name, ring } = environment;
  const where = { environment: name, ...(ring !== undefined && { ring }) };
  const before = uses.flatMap((use) =>
    missing(environment, use, change).map(({ place, text }) => ({
      ...where,
      text: `${text} ${change.to}`,
      file: place.source.file,
      change: `${place.source.key}: ${change.to} added`,
    })),
  );
  const order = allowances.flatMap(({ text }) =>
    before.filter((step) => step.text === `${text} ${change.to}`),
  );
  const seen = new Set<string>();
  const once = order.filter(({ change: key, file }) => {
    const isNew = !seen.has(`${file} ${key}`);
    seen.add(`${file} ${key}`);
    return isNew;
  });
  return [
    ...once,
    ...uses.flatMap((use) => [
      {
        ...where,
        text: `${ownerOf(use)} to VLAN ${change.to}`,
        file: use.source.file,
        change: `${use.source.key}: ${change.to}`,
      },
      ...restarts(use, change.to).map((edit) => ({ ...where, ...edit })),
    ]),
  ];
}

function partOf(environment: Environment, change: Change): EnvironmentPart[] {
  const { clusters, name, vlans } = environment;
  const uses = vlans.uses.filter(({ vlan }) => vlan === change.from);
  if (uses.length === 0) return [];
  const groups = uses.flatMap((use) => use.groups);
  const names = new Set([
    ...groups.map(({ cluster }) => cluster),
    ...uses.flatMap(({ cluster }) => cluster ?? []),
  ]);
  const countOf = (cluster: string, group: string) =>
    clusters
      .find((one) => one.name === cluster)
      ?.facts.value?.groups.find((one) => one.name === group)?.machines ?? 0;
  return [
    {
      findings: findingsOf(environment, uses, change),
      clusters: [...names].sort().map((cluster) => `${name}/${cluster}`),
      machines: groups.map((group) => ({
        environment: name,
        cluster: group.cluster,
        group: group.name,
        machines: countOf(group.cluster, group.name),
        effect: 'has an interface in the network',
      })),
      addresses: uses.flatMap((use) =>
        (clusters.find((one) => one.name === use.cluster)?.facts.value?.addresses ?? [])
          .filter(({ what }) => what === `VLAN "${use.network}"`)
          .map((address) => ({ environment: name, cluster: use.cluster ?? '', ...address })),
      ),
      steps: stepsOf(environment, uses, change),
    },
  ];
}

const limits = [
  'The switches have to carry the new VLAN first; they are in no file.',
  'Machines in the new VLAN are not told from those in the old one: the files do not say which have started again or migrated since the commit.',
  'Environments of one site share VLANs: plan addresses says what others have.',
];

function numberOf(text: string): number | undefined {
  const number = Number(text);
  const isVlan = Number.isInteger(number) && possible.first <= number && number <= possible.last;
  return isVlan ? number : undefined;
}

/** Answers what another number of a VLAN means. */
export function vlanBecomes(fleet: Fleet, values: readonly string[]): Answered {
  const [from, to] = values.map(numberOf);
  const wrong = values.find((text) => numberOf(text) === undefined);
  if (from === undefined || to === undefined) {
    const words = `a VLAN is a number from ${possible.first} to ${possible.last}`;
    return { problem: wrong === undefined ? words : `${words}, not "${wrong}"` };
  }
  const environments = inDeploymentOrder(fleet);
  const parts = environments.flatMap((environment) => partOf(environment, { from, to }));
  const holes = leftOut(fleet, ['clusters', 'platform']);
  if (parts.length === 0) {
    const all = environments.flatMap(({ vlans }) => vlans.uses.map(({ vlan }) => String(vlan)));
    const message = `no network has VLAN ${from}; VLANs: ${sortedNames(all).join(', ') || 'none'}`;
    return { problem: nowhere(message, holes) };
  }
  return { value: joined(`What if VLAN ${from} becomes ${to}?`, parts, limits, holes) };
}
