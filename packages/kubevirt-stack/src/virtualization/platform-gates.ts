// SPDX-License-Identifier: Apache-2.0

/** A decision of the platform on a gate that the configuration does not mention. */
export interface PlatformGate {
  readonly gate: string;
  readonly decision: 'enable' | 'disable';
  /**
   * Other gates that, if the configuration lists or disables them, cancel this decision as well.
   */
  readonly unlessMentioned?: readonly string[];
  /** Kubernetes version from which the gate works; the decision applies only to older clusters. */
  readonly needsKubernetes?: string;
  /** Completes "because ...". */
  readonly reason: string;
  readonly source: string;
}

const userGuide = 'https://kubevirt.io/user-guide';
const repository = 'https://github.com/kubevirt/kubevirt/blob/v1.9.0';

/**
 * The platform's decisions; the configuration overrides each of them.
 *
 * Gates that are disabled here are on by default from 1.9 on. They are rendered from 1.8 on, which
 * ignores them, so that after an update to 1.9 the gate is never on, not even until the KubeVirt
 * object is updated.
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
