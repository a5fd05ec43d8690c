// SPDX-License-Identifier: Apache-2.0
import { generationLabel, machineProblem, type Machine, type Metadata } from './machines.ts';
import type { MachineStage, RolloutMachine } from './rollout-step.ts';

/** Finalizer that the pool controller sets on its VMs. @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/staging/src/kubevirt.io/api/pool/v1beta1/types.go */
const poolFinalizer = 'pool.kubevirt.io/finalizer';

/** Returns the state of a machine in a rollout to a generation. */
export function rolloutMachine(machine: Machine, generation: string): RolloutMachine {
  const { vm, vmi } = machine;
  const { name, deletionTimestamp, finalizers = [] } = vm.metadata;
  const isLeaving = deletionTimestamp !== undefined;
  return {
    name,
    ordinal: Number(/\d+$/.exec(name)?.[0] ?? 0),
    stage: stageOf(machine, generation),
    isReady: !isLeaving && isRunning(machine),
    isStuck: isLeaving && vmi === undefined && finalizers.includes(poolFinalizer),
  };
}

function stageOf(machine: Machine, generation: string): MachineStage {
  const { vm, vmi } = machine;
  const isOld = ({ labels }: Metadata) => labels?.[generationLabel] !== generation;
  if (vm.metadata.deletionTimestamp !== undefined) return 'leaving';
  if (isOld(vm.metadata)) return 'old';
  // A machine that restarts comes back with the generation of its VM.
  const isGoing = vmi?.metadata.deletionTimestamp !== undefined;
  if (vmi !== undefined && isOld(vmi.metadata) && !isGoing) return 'old';
  return machineProblem(machine, generation) === undefined ? 'new' : 'coming';
}

function isRunning({ vm, vmi }: Machine): boolean {
  const ready = vmi?.status?.conditions?.find(({ type }) => type === 'Ready');
  const isGoing = vmi?.metadata.deletionTimestamp !== undefined;
  return ready?.status === 'True' && vm.status?.ready === true && !isGoing;
}

/**
 * Returns why the infra cluster has no room for a machine; undefined when it has or does not say yet.
 *
 * @see https://kubernetes.io/docs/concepts/policy/resource-quotas/ "exceeded quota"
 */
export function noRoomReason({ vm, vmi }: Machine): string | undefined {
  const conditions = [...(vmi?.status?.conditions ?? []), ...(vm.status?.conditions ?? [])];
  const found = conditions.find(
    ({ type, status, reason, message = '' }) =>
      (type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable') ||
      message.includes('exceeded quota'),
  );
  return found === undefined
    ? undefined
    : `${vm.metadata.name}: ${found.message ?? found.reason ?? ''}`;
}
