// SPDX-License-Identifier: Apache-2.0
import type { V1beta1VirtualMachinePreferenceSpec } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { Preference } from '../config/index.ts';

type Devices = NonNullable<Preference['devices']>;

/** KubeVirt's field for each device option that is a word or a boolean. */
const deviceFields = {
  diskBus: 'preferredDiskBus',
  diskCache: 'preferredDiskCache',
  diskIo: 'preferredDiskIO',
  dedicatedIoThread: 'preferredDiskDedicatedIoThread',
  blockMultiQueue: 'preferredBlockMultiQueue',
  networkMultiQueue: 'preferredNetworkInterfaceMultiQueue',
  interfaceModel: 'preferredInterfaceModel',
  graphics: 'preferredAutoattachGraphicsDevice',
  memoryBalloon: 'preferredAutoattachMemBalloon',
  serialConsole: 'preferredAutoattachSerialConsole',
  disableHotplug: 'preferredDisableHotplug',
} as const satisfies Partial<
  Record<keyof Devices, keyof NonNullable<V1beta1VirtualMachinePreferenceSpec['devices']>>
>;

function renderDevices(devices: Devices): V1beta1VirtualMachinePreferenceSpec['devices'] {
  const entries = Object.entries(deviceFields).map(([key, fieldName]) => [
    fieldName,
    devices[key as keyof typeof deviceFields],
  ]);
  return {
    ...(Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as object),
    ...(devices.rng === true && { preferredRng: {} }),
    ...(devices.tpm !== undefined && { preferredTPM: { enabled: devices.tpm } }),
  };
}

/** KubeVirt's fields for each firmware; secure boot needs system management mode (SMM). */
const firmwares: Readonly<
  Record<
    NonNullable<Preference['firmware']>,
    Pick<V1beta1VirtualMachinePreferenceSpec, 'firmware' | 'features'>
  >
> = {
  bios: { firmware: { preferredUseBios: true } },
  uefi: { firmware: { preferredEfi: { secureBoot: false } } },
  'uefi-secure-boot': {
    firmware: { preferredEfi: { secureBoot: true } },
    features: { preferredSmm: {} },
  },
};

/**
 * Returns the spec of a preference for KubeVirt. Options that the configuration leaves out are left
 * out.
 *
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/staging/src/kubevirt.io/api/instancetype/v1beta1/types.go
 */
export function renderPreference(preference: Preference): V1beta1VirtualMachinePreferenceSpec {
  const { cpuTopology, spreadRatio, devices, firmware, machineType, requires, annotations } =
    preference;
  const graceSeconds = preference.terminationGracePeriodSeconds;
  return {
    cpu: {
      preferredCPUTopology: cpuTopology,
      ...(spreadRatio !== undefined && { spreadOptions: { ratio: spreadRatio } }),
    },
    ...(devices !== undefined && { devices: renderDevices(devices) }),
    ...(firmware !== undefined && firmwares[firmware]),
    ...(machineType !== undefined && { machine: { preferredMachineType: machineType } }),
    ...(graceSeconds !== undefined && { preferredTerminationGracePeriodSeconds: graceSeconds }),
    ...(requires !== undefined && {
      requirements: {
        ...(requires.cpu !== undefined && { cpu: { guest: requires.cpu } }),
        ...(requires.memoryGiB !== undefined && { memory: { guest: `${requires.memoryGiB}Gi` } }),
      },
    }),
    ...(annotations !== undefined && { annotations }),
  };
}
