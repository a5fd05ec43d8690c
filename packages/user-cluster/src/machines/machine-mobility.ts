// SPDX-License-Identifier: Apache-2.0
import { diskStorage } from '@strata/contracts';
import type {
  ClusterRole,
  KubevirtStackOutputs,
  MachineMobility,
  Storage,
} from '@strata/contracts';
import type { ClusterNetworkConfig, MachineConfig } from '../config/index.ts';
import { localProvisioners } from '../storage/local-provisioners.ts';
import { usualAccessModes } from '../storage/usual-access-modes.ts';
import { hostsOfSize } from './machine-hosts.ts';
import { machinePlacement } from './machine-placement.ts';
import type { PlacementContext } from './machine-placement.ts';
import { podBinding } from './render-network.ts';

/** Facts besides the VM itself that decide whether it can migrate. */
export interface MobilityContext extends PlacementContext {
  readonly role: ClusterRole;
  readonly network: Pick<ClusterNetworkConfig, 'binding' | 'ipPreservingCni'>;
  readonly platform: Pick<
    KubevirtStackOutputs,
    'cpuModel' | 'storage' | 'storageClasses' | 'instancetypes' | 'workloads'
  >;
  /** Access modes of the disks that outlive the VM. @default none */
  readonly persistentDisks?: readonly {
    readonly name: string;
    readonly className?: string | undefined;
    readonly accessModes?: Storage['accessModes'] | undefined;
    readonly volumeMode?: Storage['volumeMode'] | undefined;
  }[];
}

/** Returns all volumes that the VM has on the infra cluster's storage. */
function storedDisks(machine: MachineConfig, context: MobilityContext): MachineMobility['disks'] {
  const { disks, rootDisk } = machine;
  const { platform } = context;
  const local = platform.storageClasses.filter(
    ({ isTopologyBound, provisioner }) => isTopologyBound || provisioner in localProvisioners,
  );
  const stored = [
    ...(rootDisk.ephemeral ? [] : [{ ...rootDisk, name: 'root' }]),
    ...disks.filter(({ kind }) => kind === 'data'),
    ...(context.persistentDisks ?? []),
  ].map((disk) => {
    const { className, volumeMode, ...named } = diskStorage(disk, platform);
    const storageClass = platform.storageClasses.find(({ name }) => name === className);
    const accessModes =
      named.accessModes ?? (storageClass && usualAccessModes(storageClass, volumeMode));
    const localClass = local.find(({ name }) => name === className)?.name;
    return { name: disk.name, accessModes, localClass };
  });
  // Kinds of one disk in two classes can be the same here.
  return [...new Map(stored.map((disk) => [JSON.stringify(disk), disk])).values()];
}

/** Returns the facts about a VM that decide what it does when its host is drained. */
export function machineMobility(machine: MachineConfig, context: MobilityContext): MachineMobility {
  const { network, platform, role } = context;
  const { evictionStrategy, instancetype } = machine;
  const size = platform.instancetypes.find(({ name }) => name === instancetype);
  const cpuModel = size?.cpuModel ?? platform.cpuModel ?? 'host-model';
  // KubeVirt takes the node selector of one of the two, and refuses both together.
  const nodeSelector = size?.nodeSelector ?? machine.scheduling.nodeSelector;
  const scheduling = { ...machine.scheduling, nodeSelector };
  const hosts = hostsOfSize(context.hosts, machine, platform);
  const withDevices = platform.instancetypes.filter(
    ({ name, devicesMove, hostDevices = 0 }) =>
      name === instancetype && hostDevices > 0 && devicesMove !== true,
  );
  return {
    evictionStrategy,
    losesAddress: podBinding(role, network) === 'bridge' && !network.ipPreservingCni,
    disks: storedDisks(machine, context),
    hostDisks: machine.disks.filter(({ kind }) => kind === 'host').map(({ name }) => name),
    ...machinePlacement(scheduling, { ...context, hosts }, cpuModel),
    hostDevices: withDevices.map(({ name }) => `devices of the host (instancetype "${name}")`),
  };
}
