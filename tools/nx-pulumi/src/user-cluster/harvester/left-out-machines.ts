// SPDX-License-Identifier: Apache-2.0
import { bookkeeping, commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

const oneBus = 'a disk has the bus virtio, scsi or sata';

const oneModel = 'an interface has the model virtio, e1000e, e1000 or rtl8139';

/**
 * Keys of a HarvesterConfig, which are the options of the node driver: Rancher makes their type from it, with
 * texts for numbers, and without `spec`.
 *
 * @see https://github.com/harvester/docker-machine-driver-harvester/blob/v1.0.6/harvester/flags.go `GetCreateFlags`
 * @see https://github.com/harvester/docker-machine-driver-harvester/blob/v1.0.6/harvester/config.go `Disk`, `NetworkInterface`
 * @see https://github.com/rancher/rancher/blob/085515848a8b5fa2f2f553f02b5538e09f175587/pkg/controllers/management/drivers/nodedriver/utils.go `FlagToField`
 */
export const leftOutOfMachines: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  'metadata.generateName': '',
  cloudConfig: '',
  clusterId: '',
  clusterName: '',
  clusterType: '',
  common: '',
  'common.cloudCredentialSecretName': commonReasons.ownAccount,
  cpuModel: commonReasons.inSize,
  cpuPinning: commonReasons.inSize,
  'diskInfo.disks': 'a disk has an image or a class, a size and a bus',
  diskBus: oneBus,
  'diskInfo.disks.bootOrder': '',
  'diskInfo.disks.bus': oneBus,
  'diskInfo.disks.hotPlugAble': '',
  'diskInfo.disks.type': 'a machine has no drives for CDs',
  enableEfi: commonReasons.preferenceDecides,
  enableSecureBoot: commonReasons.preferenceDecides,
  enableTpm: commonReasons.preferenceDecides,
  isolateEmulatorThread: commonReasons.inSize,
  kubeconfigContent: commonReasons.ownAccount,
  networkData: 'interfaces get their addresses by DHCP; addresses: none leaves one without',
  'networkInfo.interfaces': 'an interface has network, name and model',
  'networkInfo.interfaces.model': oneModel,
  networkModel: oneModel,
  'networkInfo.interfaces.macAddress': commonReasons.oneMac,
  networkType: '',
  reservedMemorySize: 'the platform adds what the pod of a machine needs besides its guest',
  sshPassword: commonReasons.noPasswords,
  sshPort: 'machines listen for SSH on port 22',
  sshPrivateKeyPath: `the key by which Rancher looks into machines ${commonReasons.onlyPeople}`,
  sshUser: commonReasons.ownUser,
  vgpuInfo: commonReasons.inSize,
  'vmAffinity.nodeAffinity': commonReasons.presetsInstead,
  'vmAffinity.podAffinity': commonReasons.presetsInstead,
  'vmAffinity.podAntiAffinity': commonReasons.presetsInstead,
  vmNamespace: commonReasons.namespaceFollows,
};

/** Values that say nothing, or what machines have anyway: most are the defaults of the node driver. */
export const usualOfMachines: Readonly<Record<string, readonly string[]>> = {
  cpuPinning: ['false'],
  diskSize: ['0'],
  enableEfi: ['false'],
  enableSecureBoot: ['false'],
  enableTpm: ['false'],
  isolateEmulatorThread: ['false'],
  reservedMemorySize: ['-1', '0'],
  sshPort: ['22'],
};
