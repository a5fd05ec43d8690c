// SPDX-License-Identifier: Apache-2.0

/** A machine of a `TestPool`. */
export interface TestMachine {
  name: string;
  uid: string;
  generation: string;
  isReady: boolean;
  isLeaving: boolean;
  /** Whether it runs; without, only its VM is there. */
  isOn: boolean;
  hasPoolFinalizer: boolean;
  /** Looks until it is ready or off. */
  looks: number;
  /** Why it cannot run. */
  noRoom?: string;
}

/** A pod on one of its nodes. */
export interface TestPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly owner?: string;
  /** How often its budget still refuses its eviction. */
  refusals: number;
}

/** As the cluster has it. */
export function podOf({ name, namespace: own, owner }: TestPod) {
  const ownerReferences = owner === undefined ? [] : [{ kind: owner }];
  const metadata = { name, namespace: own, uid: `uid of ${name}`, ownerReferences };
  return { metadata, status: { phase: 'Running' } };
}

/** As the infra cluster has it. */
export function vmOf(machine: TestMachine, labels: object) {
  const { name, uid, isReady, isLeaving, hasPoolFinalizer } = machine;
  return {
    metadata: {
      ...{ name, uid, labels },
      ...(isLeaving && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      finalizers: hasPoolFinalizer ? ['pool.kubevirt.io/finalizer'] : [],
    },
    status: { ready: isReady, printableStatus: isReady ? 'Running' : 'Starting' },
  };
}

/** What runs of it, with the volumes that are plugged in. */
export function vmiOf(machine: TestMachine, labels: object, volumes: readonly string[]) {
  const { name, uid, isReady, isLeaving, noRoom } = machine;
  return {
    metadata: {
      ...{ name, uid: `${uid}-run`, labels },
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
