// SPDX-License-Identifier: Apache-2.0
import type { V1beta1VirtualMachineInstancetypeSpec } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { Instancetype } from '../config/index.ts';

function renderCpu(instancetype: Instancetype): V1beta1VirtualMachineInstancetypeSpec['cpu'] {
  const { cpu, cpuModel, dedicatedCpus, isolateEmulatorThread, numaPassthrough, maxSockets } =
    instancetype;
  return {
    guest: cpu,
    ...(cpuModel !== undefined && { model: cpuModel }),
    ...(dedicatedCpus !== undefined && { dedicatedCPUPlacement: dedicatedCpus }),
    ...(isolateEmulatorThread !== undefined && { isolateEmulatorThread }),
    ...(numaPassthrough === true && { numa: { guestMappingPassthrough: {} } }),
    ...(maxSockets !== undefined && { maxSockets }),
  };
}

function renderMemory(instancetype: Instancetype): V1beta1VirtualMachineInstancetypeSpec['memory'] {
  const { memoryGiB, hugepages, overcommitPercent, maxMemoryGiB } = instancetype;
  return {
    guest: `${memoryGiB}Gi`,
    ...(hugepages !== undefined && { hugepages: { pageSize: hugepages } }),
    ...(overcommitPercent !== undefined && { overcommitPercent }),
    ...(maxMemoryGiB !== undefined && { maxGuest: `${maxMemoryGiB}Gi` }),
  };
}

/**
 * Returns the spec of a VM size for KubeVirt. Options that the configuration leaves out are left
 * out.
 *
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/staging/src/kubevirt.io/api/instancetype/v1beta1/types.go
 */
export function renderInstancetype(
  instancetype: Instancetype,
): V1beta1VirtualMachineInstancetypeSpec {
  const { ioThreadsPolicy, ioThreads, hostDevices, gpus, nodeSelector, annotations } = instancetype;
  return {
    cpu: renderCpu(instancetype),
    memory: renderMemory(instancetype),
    ...(ioThreadsPolicy !== undefined && { ioThreadsPolicy }),
    ...(ioThreads !== undefined && { ioThreads: { supplementalPoolThreadCount: ioThreads } }),
    ...(hostDevices !== undefined && { hostDevices }),
    ...(gpus !== undefined && { gpus }),
    ...(nodeSelector !== undefined && { nodeSelector }),
    ...(annotations !== undefined && { annotations }),
  };
}
