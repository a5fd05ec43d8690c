// SPDX-License-Identifier: Apache-2.0
import { bookkeeping, commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

/** Path of the VirtualMachine in a KubevirtMachineTemplate. */
export const machinePath = 'spec.template.spec.virtualMachineTemplate.spec';

/** Path of the VirtualMachineInstance in it. */
export const guestPath = `${machinePath}.template.spec`;

const devices = `${guestPath}.domain.devices`;

const ownLabels = 'virtual machines have the labels of Strata; labels is for nodes';

const { inSize } = commonReasons;

const onlyStrata = 'machines get start data of Strata alone';

const withoutSecret =
  'machines have no login for registries; a mirror of the platform may have one';

/**
 * Keys of a KubevirtMachineTemplate.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/api/v1alpha1/kubevirtmachinetemplate_types.go `KubevirtMachineTemplateSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/api/v1alpha1/kubevirtmachine_types.go `KubevirtMachineSpec`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.7.0/staging/src/kubevirt.io/api/core/v1/types.go `VirtualMachineSpec`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.7.0/staging/src/kubevirt.io/api/core/v1/schema.go `DomainSpec`
 */
export const leftOutOfMachines: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  'spec.template.metadata': '',
  'spec.template.spec.infraClusterSecretRef': commonReasons.ownAccount,
  'spec.template.spec.providerID': '',
  'spec.template.spec.virtualMachineBootstrapCheck': '',
  'spec.template.spec.virtualMachineTemplate.metadata': ownLabels,
  'spec.template.spec.virtualMachineTemplate.metadata.creationTimestamp': '',
  'spec.template.spec.virtualMachineTemplate.metadata.name': '',
  'spec.template.spec.virtualMachineTemplate.metadata.namespace': commonReasons.namespaceFollows,
  [`${machinePath}.instancetype`]: commonReasons.platformSizes,
  [`${machinePath}.instancetype.revisionName`]: '',
  [`${machinePath}.preference`]: commonReasons.platformPreferences,
  [`${machinePath}.preference.revisionName`]: '',
  [`${machinePath}.dataVolumeTemplates.metadata`]: '',
  [`${machinePath}.dataVolumeTemplates.spec.preallocation`]: 'say pools[].rootDisk.preallocation',
  [`${machinePath}.dataVolumeTemplates.spec.source.http`]: commonReasons.platformFetches,
  [`${machinePath}.dataVolumeTemplates.spec.source.pvc.namespace`]: '',
  [`${machinePath}.dataVolumeTemplates.spec.source.registry.pullMethod`]: '',
  [`${machinePath}.dataVolumeTemplates.spec.source.registry.secretRef`]: withoutSecret,
  [`${machinePath}.dataVolumeTemplates.spec.source.snapshot.namespace`]: '',
  [`${machinePath}.dataVolumeTemplates.spec.sourceRef`]: '',
  [`${machinePath}.template.metadata`]: ownLabels,
  [`${machinePath}.template.metadata.creationTimestamp`]: '',
  [`${guestPath}.accessCredentials`]: 'say pools[].authorizedKeys',
  [`${guestPath}.affinity`]: commonReasons.presetsInstead,
  [`${guestPath}.domain.chassis`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.clock`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.cpu`]: inSize,
  [`${guestPath}.domain.cpu.model`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.cpu.features`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.features`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.firmware`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.ioThreads`]: inSize,
  [`${guestPath}.domain.ioThreadsPolicy`]: inSize,
  [`${guestPath}.domain.launchSecurity`]: inSize,
  [`${guestPath}.domain.machine`]: commonReasons.preferenceDecides,
  [`${guestPath}.domain.memory`]: inSize,
  [`${guestPath}.domain.resources`]: 'a machine requests what its size says',
  [devices]: commonReasons.preferenceDecides,
  [`${devices}.disks`]:
    'the disk that a machine boots from has a bus, others serial and cache as well',
  [`${devices}.disks.bootOrder`]: '',
  [`${devices}.gpus`]: inSize,
  [`${devices}.hostDevices`]: inSize,
  [`${devices}.interfaces`]: 'an interface has network, name and model',
  [`${devices}.interfaces.bootOrder`]: '',
  [`${devices}.interfaces.model`]: commonReasons.preferenceDecides,
  [`${devices}.interfaces.macAddress`]: commonReasons.oneMac,
  [`${guestPath}.hostname`]: commonReasons.nodeNames,
  [`${guestPath}.livenessProbe`]: 'say pools[].autoRestart',
  [`${guestPath}.networks`]: 'networks are those of the platform, and network.vlans',
  [`${guestPath}.readinessProbe`]: 'a machine is there once its node is Ready',
  [`${guestPath}.subdomain`]: commonReasons.nodeNames,
  [`${guestPath}.terminationGracePeriodSeconds`]:
    'drain says how long a machine may take to shut down',
  [`${guestPath}.topologySpreadConstraints.labelSelector`]:
    'machines are spread among those of their pool',
  [`${guestPath}.volumes`]: 'a machine has disks and volumes of fewer kinds',
  [`${guestPath}.volumes.cloudInitConfigDrive`]: onlyStrata,
  [`${guestPath}.volumes.cloudInitNoCloud`]: onlyStrata,
  [`${guestPath}.volumes.containerDisk.imagePullPolicy`]: '',
  [`${guestPath}.volumes.containerDisk.imagePullSecret`]: withoutSecret,
  [`${guestPath}.volumes.containerDisk.path`]: 'the disk is the only file of its image',
};
