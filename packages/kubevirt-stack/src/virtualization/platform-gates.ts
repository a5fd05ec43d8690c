// SPDX-License-Identifier: Apache-2.0

/** What the platform decides about a gate that the configuration does not mention. */
export interface PlatformGate {
  readonly gate: string;
  readonly decision: 'enable' | 'disable';
  /** Listing or disabling one of these leaves this gate alone, as mentioning itself does. */
  readonly unlessMentioned?: readonly string[];
  /** The gate works from this Kubernetes on; the decision is for clusters that are older. */
  readonly needsKubernetes?: string;
  /** Completes "because ...". */
  readonly reason: string;
  readonly source: string;
}

const userGuide = 'https://kubevirt.io/user-guide';
const repository = 'https://github.com/kubevirt/kubevirt/blob/v1.9.0';

/**
 * Decisions of the platform; the configuration has the last word on each.
 *
 * What is disabled here is on by default from 1.9 on. It is written from 1.8 on, which ignores it: an
 * update to 1.9 then never runs with the gate on, not even until the KubeVirt object is updated.
 */
export const platformGates: readonly PlatformGate[] = [
  {
    gate: 'HotplugVolumes',
    decision: 'enable',
    unlessMentioned: ['DeclarativeHotplugVolumes'],
    reason: 'user clusters attach their volumes to running VMs',
    source: `${userGuide}/storage/hotplug_volumes/`,
  },
  {
    gate: 'ExpandDisks',
    decision: 'enable',
    reason: 'user clusters grow the volumes of running VMs',
    source: `${userGuide}/storage/disks_and_volumes/#disk-expansion`,
  },
  {
    gate: 'ExternalNetResourceInjection',
    decision: 'disable',
    reason: 'the platform installs no network-resources-injector, which SR-IOV would then need',
    source: `${repository}/pkg/virt-controller/services/template.go`,
  },
  {
    gate: 'ImageVolume',
    decision: 'disable',
    needsKubernetes: '1.35',
    reason: 'kubelets mount images as volumes from Kubernetes 1.35 on',
    source: `${repository}/hack/perftests.sh`,
  },
  {
    gate: 'Template',
    decision: 'disable',
    reason: 'it deploys virt-template, which the platform does not use',
    source: `${repository}/pkg/virt-config/configuration.go`,
  },
];
