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

const momentOf = ({ status }: WaitedObject, kind: string) => {
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

function objectWait(objects: readonly WaitedObject[], begin: number): Wait {
  const since = (moments: readonly number[]) => (Math.max(...moments) - begin) / 1_000;
  const [first] = objects;
  if (first === undefined) throw new Error('There is no object to wait for.');
  const created = objects.map(({ metadata }) => Date.parse(metadata.creationTimestamp));
  const started = objects
    .flatMap(({ status }) => status?.containerStatuses ?? [])
    .flatMap(({ state }) => (state?.running === undefined ? [] : [state.running.startedAt]))
    .map((time) => Date.parse(time));
  return {
    name: nameOf(first),
    begin: (Math.min(...created) - begin) / 1_000,
    ...(started.length === 0 ? {} : { running: since(started) }),
    end: since(objects.map((object) => momentOf(object, object.kind))),
  };
}

/**
 * Returns what a start waited for, in the order of its beginning: its stacks, and each workload,
 * machine and installation that took two seconds or more. What is not ready yet is left out.
 */
export function waitsOf({ begin, objects, updates }: RecordedStart): readonly Wait[] {
  const stacks = updates.map(({ endTime, stack, startTime }) => ({
    name: `stack ${stack}`,
    begin: startTime - begin / 1_000,
    end: endTime - begin / 1_000,
  }));
  const groups = Map.groupBy(
    objects.filter((object) => !isOfMachine(object)),
    nameOf,
  );
  const waits = [...groups.values()]
    .map((group) => objectWait(group, begin))
    .filter((wait) => wait.end - wait.begin >= shortest);
  const tenth = (seconds: number) => Math.round(seconds * 10) / 10;
  return [...stacks, ...waits]
    .map(({ name, begin: from, end, ...rest }) => ({
      name,
      begin: tenth(from),
      ...('running' in rest && rest.running !== undefined ? { running: tenth(rest.running) } : {}),
      end: tenth(end),
    }))
    .toSorted((a, b) => a.begin - b.begin || b.end - a.end);
}
