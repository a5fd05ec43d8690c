// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { z } from 'zod';
import { differences } from './differences.ts';
import type { LiveObject, LiveObjects } from './live-objects.ts';
import type { PlannedObject } from './plan.ts';

const named = z.looseObject({ name: z.string() });
const entries = z.array(named).catch([]);

const machine = z.looseObject({
  metadata: z
    .looseObject({ labels: z.record(z.string(), z.unknown()).catch({}) })
    .catch({ labels: {} }),
  spec: z.looseObject({
    runStrategy: z.string().optional(),
    template: z.looseObject({
      spec: z.looseObject({
        volumes: entries,
        domain: z.looseObject({ devices: z.looseObject({ disks: entries }) }),
      }),
    }),
  }),
});

type Machine = z.output<typeof machine>;
type Entry = z.output<typeof named>;

const pool = z.looseObject({
  spec: z.looseObject({ replicas: z.number().optional(), virtualMachineTemplate: machine }),
});

const generationOf = ({ metadata }: Machine) => String(metadata.labels[labelKeys.generation]);

/** Says that a machine or pool is of another generation than the plan's; nothing if it is of the same. */
function generationProblem(title: string, planned: Machine, live: Machine): string | undefined {
  const [wanted, found] = [generationOf(planned), generationOf(live)];
  if (wanted === found) return undefined;
  return `${title} is of the generation ${found}, in the plan of ${wanted}: either the checkout is not what it was brought up with, or a roll has begun and not ended (docs/runbooks/restore-state.md#a-roll-that-had-begun)`;
}

/** Returns in which entries the lists of a machine differ from the plan's. */
function entryProblems(
  title: string,
  what: 'disk' | 'volume',
  planned: readonly Entry[],
  live: readonly Entry[],
): string[] {
  return planned.flatMap((wanted) => {
    const found = live.find(({ name }) => name === wanted.name);
    if (found === undefined)
      return [`${title} has no ${what} "${wanted.name}", which the plan has`];
    const [first] = differences(wanted, found);
    return first === undefined ? [] : [`${title} has another ${what} "${wanted.name}": ${first}`];
  });
}

/**
 * Says which volumes an update would take from a machine. Pulumi makes each resource that the state does not
 * have, and ignores no change in that, so it would write the plan's lists over those of the CSI driver.
 */
function pluggedProblems(
  title: string,
  name: string,
  planned: readonly string[],
  live: readonly string[],
): string[] {
  return [...new Set(live)]
    .filter((one) => !planned.includes(one))
    .map(
      (volume) =>
        `${title} has the volume "${volume}", which the CSI driver has plugged in for a pod, and the update would take it from that pod. Move the pod to another node: in the cluster, kubectl drain ${name} --ignore-daemonsets --delete-emptydir-data; when the VM no longer has the volume, kubectl uncordon ${name}, and run this again`,
    );
}

const parts = ({ spec }: Machine) => {
  const { domain, volumes } = spec.template.spec;
  return { volumes, disks: domain.devices.disks };
};

const names = (list: readonly Entry[]) => list.map(({ name }) => name);

/** Returns why a machine of the control plane cannot be taken on as it is. */
function memberProblems({ inputs, name, op }: PlannedObject, found: LiveObject): string[] {
  const title = `VirtualMachine ${name}`;
  const { data: planned } = machine.safeParse(inputs);
  const { data: live } = machine.safeParse(found);
  if (found.metadata.deletionTimestamp !== undefined) {
    return [`${title} is being deleted: run this again when it is gone`];
  }
  if (planned === undefined || live === undefined) {
    return [`${title} cannot be compared with the plan, which does not know yet how it starts`];
  }
  const another = generationProblem(title, planned, live);
  const strategy = differences(planned.spec.runStrategy, live.spec.runStrategy, 'runStrategy').map(
    (text) => `${title} would be started or stopped: ${text}. Set it as the plan has it first`,
  );
  // Later updates ignore both lists: the state has the machine.
  const [wanted, had] = [parts(planned), parts(live)];
  const plugged =
    op === 'create'
      ? pluggedProblems(
          title,
          name,
          [...names(wanted.volumes), ...names(wanted.disks)],
          [...names(had.volumes), ...names(had.disks)],
        )
      : [];
  if (another !== undefined) return [another, ...strategy, ...plugged];
  return [
    ...strategy,
    ...entryProblems(title, 'volume', wanted.volumes, had.volumes),
    ...entryProblems(title, 'disk', wanted.disks, had.disks),
    ...plugged,
  ];
}

/** Returns why a pool cannot be taken on as it is. */
function poolProblems({ inputs, name }: PlannedObject, found: LiveObject): string[] {
  const title = `VirtualMachinePool ${name}`;
  const { data: planned } = pool.safeParse(inputs);
  const { data: live } = pool.safeParse(found);
  if (found.metadata.deletionTimestamp !== undefined) {
    return [`${title} is being deleted: run this again when it is gone`];
  }
  if (planned === undefined || live === undefined) {
    return [`${title} cannot be compared with the plan, which does not know yet how its VMs start`];
  }
  const [wanted, had] = [planned.spec.virtualMachineTemplate, live.spec.virtualMachineTemplate];
  const another = generationProblem(title, wanted, had);
  const { replicas } = live.spec;
  const resized =
    replicas === planned.spec.replicas
      ? []
      : [
          `${title} has ${replicas} VMs, in the plan ${planned.spec.replicas}: set "replicas" of the pool to ${replicas} in the cluster's file, and to another number after the command`,
        ];
  if (another !== undefined) return [another, ...resized];
  return [
    ...entryProblems(title, 'volume', parts(wanted).volumes, parts(had).volumes),
    ...entryProblems(title, 'disk', parts(wanted).disks, parts(had).disks),
    ...resized,
  ];
}

/** Returns why a VM of a pool cannot stay: the update would go on with the roll of its pool. */
function workerProblems(one: LiveObject, pools: readonly LiveObject[], namespace: string) {
  const { labels, name } = one.metadata;
  const own = pool.safeParse(
    pools.find(({ metadata }) => metadata.name === labels[labelKeys.pool]),
  );
  if (own.data === undefined) {
    return [`VirtualMachine ${name} runs, and neither the plan nor a pool has it`];
  }
  const wanted = generationOf(own.data.spec.virtualMachineTemplate);
  const found = String(labels[labelKeys.generation]);
  if (wanted === found) return [];
  return [
    `VirtualMachine ${name} is of the generation ${found}, and its pool of ${wanted}: a roll has begun and not ended. Delete the VM (kubectl -n ${namespace} delete vm ${name}): its node is drained, and its pool makes it anew`,
  ];
}

/**
 * Compares the machines and pools of a cluster with those of the plan.
 *
 * @param planned - VirtualMachines and VirtualMachinePools.
 * @returns why they cannot be taken on as they are, all at once.
 */
export function machineProblems(
  planned: readonly PlannedObject[],
  { machines, namespace, pools }: LiveObjects,
): readonly string[] {
  const plannedOf = (kind: string, name: string) =>
    planned.find((one) => one.kind === kind && one.name === name);
  return [
    ...machines
      .filter(({ metadata }) => metadata.labels[labelKeys.pool] !== undefined)
      .flatMap((one) => {
        const own = plannedOf('VirtualMachine', one.metadata.name);
        return own === undefined ? workerProblems(one, pools, namespace) : memberProblems(own, one);
      }),
    ...pools.flatMap((one) => {
      const { name } = one.metadata;
      const own = plannedOf('VirtualMachinePool', name);
      if (own !== undefined) return poolProblems(own, one);
      return [`VirtualMachinePool ${name} runs, and the cluster's file has no pool of this name`];
    }),
  ];
}
