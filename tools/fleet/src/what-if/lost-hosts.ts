// SPDX-License-Identifier: Apache-2.0
import { placeMachines } from '@strata/plan-check/place-machines';
import type { Demand, Room } from '@strata/plan-check/place-machines';
import type { CapacityFacts, Environment, Fleet, HostFact, PlacedHost } from '../model.ts';
import { count } from '../page/units.ts';
import { joined } from './answer.ts';
import type { Answered, ConcernedMachines, EnvironmentPart, Finding, Step } from './answer.ts';
import { inDeploymentOrder } from './deployment-order.ts';
import { leftOut, nowhere } from './left-out.ts';
import {
  controlPlaneFindings,
  controlPlaneLoss,
  controlPlaneSteps,
} from './lost-control-planes.ts';
import type { ControlPlaneLoss } from './lost-control-planes.ts';
import { noSuch } from './names.ts';

/** Machine of a lost host. */
interface Displaced extends Demand {
  readonly cluster: string;
  readonly name: string;
}

function machinesOn(hosts: readonly PlacedHost[]): Displaced[] {
  return hosts.flatMap(({ groups }) =>
    groups.flatMap((group) => {
      const { onlyOn } = group;
      const machine = {
        ...group,
        mayRunOn: onlyOn && ((host: string) => onlyOn.includes(host)),
      };
      return Array.from({ length: group.machines }, () => machine);
    }),
  );
}

function roomsOn(hosts: readonly PlacedHost[]): Room[] {
  return hosts.map(({ freeCpu, freeMemoryMib, freePods, name }) => ({
    name,
    cpu: freeCpu,
    memoryMib: freeMemoryMib,
    pods: freePods,
  }));
}

/** Counts the machines of each group. */
function grouped(
  environment: string,
  machines: readonly Displaced[],
  effect: string,
): ConcernedMachines[] {
  const groups = Map.groupBy(machines, ({ cluster, name }) => `${cluster}/${name}`);
  return [...groups.values()].flatMap((list) => {
    const [first] = list;
    if (first === undefined) return [];
    const { cluster, name } = first;
    return [{ environment, cluster, group: name, machines: list.length, effect }];
  });
}

/** KubeVirt fails the VMI of a dead node once its pod is gone, which Kubernetes leaves there. */
const declaredDead =
  'none of them starts elsewhere until somebody has switched each lost host off for certain and declared it dead: kubectl taint node HOST node.kubernetes.io/out-of-service=nodeshutdown:NoExecute';

/** The planner puts each machine on the first host with room, a scheduler spreads them. */
const emptyPlan =
  'the planner needs no room there, for it fills one host after the other; machines may run there all the same';

/** The taint needs the API of the infra cluster. */
const declaredLater = `once the infra cluster has its API again, ${declaredDead}`;

/** Loss of hosts, and what becomes of the machines that were there. */
interface Outcome {
  readonly lost: readonly HostFact[];
  readonly controlPlanes: ControlPlaneLoss;
  /** Number of machines on the lost hosts, and of those that no other host has room for. */
  readonly displaced: number;
  readonly unplaced: number;
  /** Number of machines whose disks are on the lost hosts. */
  readonly bound: number;
}

function findingsOf(
  environment: string,
  { bound, controlPlanes, displaced, lost, unplaced }: Outcome,
): Finding[] {
  const finding = (tone: Finding['tone'], text: string): Finding => ({ environment, tone, text });
  const [used, unused] = [true, false].map((takes) =>
    lost.filter(({ takesMachines }) => takesMachines === takes).map(({ name }) => name),
  ) as [string[], string[]];
  const besides = (name: string) =>
    controlPlanes.lost.includes(name)
      ? 'is a control plane of the infra cluster and takes no machines of user clusters'
      : 'takes no machines of user clusters; what else runs there is not in the files';
  const { hasQuorum } = controlPlanes;
  const good = hasQuorum ? 'good' : 'calm';
  const machines = count(displaced, 'machine');
  const room =
    unplaced === 0
      ? finding(good, `the other hosts have room for ${machines} of it`)
      : finding('bad', `no host has room for ${unplaced} of ${machines}`);
  return [
    ...controlPlaneFindings(controlPlanes).map(({ text, tone }) => finding(tone, text)),
    ...unused.map((name) => finding('calm', `${name} ${besides(name)}`)),
    ...(bound === 0
      ? []
      : [
          finding(
            'bad',
            `${count(bound, 'machine')} stay down: other hosts, or those of other zones, cannot reach their disks`,
          ),
        ]),
    ...(displaced === 0 ? [] : [room, finding('warn', hasQuorum ? declaredDead : declaredLater)]),
    ...(displaced + bound === 0 && used.length > 0 ? [finding('calm', emptyPlan)] : []),
    ...(used.length === 0 ? [finding(good, 'no machine of a user cluster is there')] : []),
  ];
}

function stepsOf(
  environment: Environment,
  facts: CapacityFacts,
  { controlPlanes, lost }: Outcome,
): Step[] {
  const { name, ring } = environment;
  const { hosts, made } = facts.sources;
  const names = lost.map((host) => host.name).join(', ');
  const where = { environment: name, ...(ring !== undefined && { ring }) };
  return [
    ...controlPlaneSteps(controlPlanes).map((edit) => ({ ...where, ...edit })),
    ...(made === undefined
      ? []
      : [
          {
            ...where,
            text: 'if it does not come back: the infra cluster without it, or with another host in its place (docs/runbooks/replace-host.md)',
            file: made.file,
            change: `infra:hosts: ${names}`,
          },
        ]),
    {
      ...where,
      text: 'if it does not come back: the facts by which capacity is judged',
      file: hosts.file,
      change: `hosts: ${names}`,
    },
  ];
}

function loseIn(
  environment: Environment,
  facts: CapacityFacts,
  lost: readonly HostFact[],
): EnvironmentPart {
  const { clusters, name } = environment;
  const isLost = (host: { readonly name: string }) => lost.some((one) => one.name === host.name);
  const placed = facts.scenarios.find(({ hostLoss }) => hostLoss === 0)?.hosts ?? [];
  const localDisks = ({ cluster, name: group }: Displaced): readonly string[] =>
    clusters
      .find((one) => one.name === cluster)
      ?.facts.value?.groups.find((one) => one.name === group)?.localDisks ?? [];
  const all = machinesOn(placed.filter(isLost));
  const bound = all.filter((machine) => localDisks(machine).length > 0);
  const displaced = all.filter((machine) => !bound.includes(machine));
  const rest = placed.filter((host) => !isLost(host));
  const { hosts, unplaced } = placeMachines(displaced, roomsOn(rest));
  const outcome: Outcome = {
    lost,
    controlPlanes: controlPlaneLoss(facts.controlPlanes, (host) => isLost({ name: host })),
    displaced: displaced.length,
    unplaced: unplaced.length,
    bound: bound.length,
  };
  const moved = [...hosts].flatMap(([host, machines]) =>
    grouped(
      name,
      machines,
      outcome.controlPlanes.hasQuorum
        ? `can start on ${host} once the lost host is declared dead`
        : `has room on ${host}, and starts nowhere before the infra cluster has its API again`,
    ),
  );
  const concerned = [
    ...moved,
    ...grouped(name, unplaced, 'no host has room'),
    ...grouped(
      name,
      bound,
      'stays down until its host is back, unless another host reaches its disks',
    ),
  ];
  const names = new Set(concerned.map(({ cluster }) => cluster));
  const losing = new Set(
    concerned.filter(({ group }) => group === 'cp').map(({ cluster }) => cluster),
  );
  return {
    findings: findingsOf(name, outcome),
    clusters: [...names].sort().map((cluster) => `${name}/${cluster}`),
    machines: concerned,
    addresses: clusters
      .filter((cluster) => losing.has(cluster.name))
      .flatMap(({ facts: { value }, name: cluster }) =>
        (value?.addresses ?? [])
          .filter(({ what }) => what === 'API')
          .map((address) => ({ environment: name, cluster, ...address })),
      ),
    steps: stepsOf(environment, facts, outcome),
  };
}

const limits = [
  'Machines are where the planner of capacity puts them; where one really runs, the cluster says: kubectl get vmis -A -o wide.',
  'The machines of the other hosts stay where they are. Affinity, spread and nodeSelector are not looked at.',
  'Which hosts are control planes of an infra cluster that Strata did not make is not in the files.',
  'How long it takes until a machine of a host that is declared dead runs again is not in the files.',
];

/** Kind of thing whose loss takes hosts away. */
interface Loss {
  /** `host` or `zone`. */
  readonly what: string;
  readonly name: string;
  readonly nameOf: (host: HostFact) => string;
}

function lose(fleet: Fleet, { name, nameOf, what }: Loss): Answered {
  const all = inDeploymentOrder(fleet).flatMap((environment) => {
    const { value } = environment.capacity;
    return value === undefined ? [] : [{ environment, facts: value }];
  });
  const parts = all.flatMap(({ environment, facts }) => {
    const lost = facts.hosts.filter((host) => nameOf(host) === name);
    return lost.length === 0 ? [] : [loseIn(environment, facts, lost)];
  });
  const holes = leftOut(fleet, ['hosts']);
  if (parts.length === 0) {
    const known = all.flatMap(({ facts }) => facts.hosts.map(nameOf));
    return { problem: nowhere(noSuch(what, name, known), holes) };
  }
  return { value: joined(`What if the ${what} ${name} is lost?`, parts, limits, holes) };
}

/** Answers what the loss of a host means. */
export function hostLost(fleet: Fleet, [name = '']: readonly string[]): Answered {
  return lose(fleet, { what: 'host', name, nameOf: (host) => host.name });
}

/** Answers what the loss of all hosts of a zone means, in every environment that has the zone. */
export function zoneLost(fleet: Fleet, [name = '']: readonly string[]): Answered {
  return lose(fleet, { what: 'zone', name, nameOf: (host) => host.zone });
}
