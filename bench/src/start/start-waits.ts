// SPDX-License-Identifier: Apache-2.0

/** Something that a start of the sandbox waited for. All times are seconds since its first process. */
export interface Wait {
  readonly name: string;
  readonly begin: number;
  /** When its programs ran; from then on it was not ready yet. @default it runs no program */
  readonly running?: number;
  readonly end: number;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

/** Object of Kubernetes, as far as it is read: a pod, a machine, or what tells an operator to install. */
export interface WaitedObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly creationTimestamp: string;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly {
      readonly state?: { readonly running?: { readonly startedAt: string } };
    }[];
  };
}

/** Update of a stack, as the engine records it; times are seconds of the epoch. */
export interface RecordedUpdate {
  readonly stack: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** Facts of a start that its waits are computed from. */
export interface RecordedStart {
  /** Milliseconds of the epoch. */
  readonly begin: number;
  readonly updates: readonly RecordedUpdate[];
  readonly objects: readonly WaitedObject[];
}

/** A wait that is shorter than this many seconds is left out: Kubernetes writes whole seconds. */
const shortest = 2;

/** Condition by which each kind says that it is done. */
const doneBy: Readonly<Partial<Record<string, string>>> = {
  Pod: 'Ready',
  VirtualMachineInstance: 'Ready',
  KubeVirt: 'Available',
  CDI: 'Available',
};

const doneAt = ({ kind, status }: WaitedObject) => {
  const found = status?.conditions?.find(({ type }) => type === doneBy[kind]);
  return found?.status === 'True' ? Date.parse(found.lastTransitionTime ?? '') : Number.NaN;
};

/** Returns the name of what the object belongs to: the pods of a Deployment have one. */
function nameOf({ kind, metadata }: WaitedObject): string {
  const { name, namespace = '', ownerReferences: [owner] = [] } = metadata;
  if (kind !== 'Pod') return `${kind} ${name}`;
  const made = owner?.name ?? name;
  return `${namespace}/${owner?.kind === 'ReplicaSet' ? made.replace(/-[^-]+$/, '') : made}`;
}

/** A pod of a machine is ready with the machine, which has a wait of its own. */
const isOfMachine = ({ metadata }: WaitedObject) =>
  metadata.ownerReferences?.some(({ kind }) => kind === 'VirtualMachineInstance') ?? false;

/** Returns seconds between a start and a moment, both in milliseconds of the epoch. */
const since = (begin: number, moment: number) => Math.round((moment - begin) / 100) / 10;

/** Returns the wait for objects of one name. */
function objectWait(name: string, objects: readonly WaitedObject[], begin: number): Wait {
  const created = objects.map(({ metadata }) => Date.parse(metadata.creationTimestamp));
  const started = objects
    .flatMap(({ status }) => status?.containerStatuses ?? [])
    .flatMap(({ state }) => (state?.running === undefined ? [] : [state.running.startedAt]))
    .map((time) => Date.parse(time));
  return {
    name,
    begin: since(begin, Math.min(...created)),
    ...(started.length === 0 ? {} : { running: since(begin, Math.max(...started)) }),
    end: since(begin, Math.max(...objects.map(doneAt))),
  };
}

/**
 * Returns what a start waited for, in the order of its beginning: its stacks, and each workload,
 * machine and installation that took two seconds or more. What is not ready yet is left out.
 */
export function waitsOf({ begin, objects, updates }: RecordedStart): readonly Wait[] {
  const stacks = updates.map(({ endTime, stack, startTime }) => ({
    name: `stack ${stack}`,
    begin: since(begin, startTime * 1_000),
    end: since(begin, endTime * 1_000),
  }));
  const own = objects.filter((object) => !isOfMachine(object));
  const waits = [...Map.groupBy(own, nameOf)]
    .map(([name, group]) => objectWait(name, group, begin))
    .filter((wait) => wait.end - wait.begin >= shortest);
  return [...stacks, ...waits].toSorted((a, b) => a.begin - b.begin || b.end - a.end);
}
