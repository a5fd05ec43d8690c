// SPDX-License-Identifier: Apache-2.0

/** A machine of a `TestPool`. */
export interface TestMachine {
  name: string;
  uid: string;
  generation: string;
  isReady: boolean;
  isLeaving: boolean;
  /** Whether its VMI exists; otherwise there is only its VM. */
  isOn: boolean;
  hasPoolFinalizer: boolean;
  /** Number of checks until it is ready or off. */
  looks: number;
  /** Why the infra cluster has no room for it. */
  noRoom?: string;
}

/** A pod on one of its nodes. */
export interface TestPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly owner?: string;
  /** Number of evictions that its PodDisruptionBudget still refuses. */
  refusals: number;
}

/** Returns a pod as the user cluster shows it. */
export function podOf({ name, namespace: own, owner }: TestPod) {
  const ownerReferences = owner === undefined ? [] : [{ kind: owner }];
  const metadata = { name, namespace: own, uid: `uid of ${name}`, ownerReferences };
  return { metadata, status: { phase: 'Running' } };
}

/** Returns the VM of a machine as the infra cluster shows it. */
export function vmOf(machine: TestMachine, labels: object) {
  const { name, uid, isReady, isLeaving, hasPoolFinalizer } = machine;
  return {
    metadata: {
      name,
      uid,
      labels,
      ...(isLeaving && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      finalizers: hasPoolFinalizer ? ['pool.kubevirt.io/finalizer'] : [],
    },
    status: { ready: isReady, printableStatus: isReady ? 'Running' : 'Starting' },
  };
}

/** Returns the VMI of a machine, with its hotplugged volumes. */
export function vmiOf(machine: TestMachine, labels: object, volumes: readonly string[]) {
  const { name, uid, isReady, isLeaving, noRoom } = machine;
  return {
    metadata: {
      name,
      uid: `${uid}-run`,
      labels,
      ...(isLeaving && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    status: {
      phase:
        noRoom !== undefined ? 'Pending' : isLeaving || machine.looks < 2 ? 'Running' : 'Scheduled',
      conditions: [
        { type: 'Ready', status: isReady ? 'True' : 'False' },
        ...(noRoom === undefined
          ? []
          : [{ type: 'Synchronized', status: 'False', reason: 'FailedCreate', message: noRoom }]),
      ],
      volumeStatus: volumes.map((volume) => ({ name: volume, hotplugVolume: {} })),
    },
  };
}
