// SPDX-License-Identifier: Apache-2.0
import type { FieldPromise } from './promise.ts';

const nodes = { kind: 'nodes' };
const setters = 'kubernetes pkg/kubelet/nodestatus/setters.go';
const registration = 'kubernetes pkg/kubelet/kubelet_node_status.go';
const heartbeat = 'kubevirt pkg/virt-handler/heartbeat/heartbeat.go';
const labeller = 'kubevirt pkg/virt-handler/node-labeller/node_labeller.go';
const devices = 'kubevirt pkg/virt-handler/device-manager/device_controller.go';

/** Hosts on which virt-handler runs. */
const handled = {
  kind: 'nodes',
  where: { 'metadata.labels["kubevirt.io/schedulable"]': '^true$' },
};

/** Nodes, their leases, drivers and certificates. */
export const nodePromises: readonly FieldPromise[] = [
  {
    played: ['hardware/hosts.ts', 'guest/kubelet/node-object.ts'],
    upstream: `${registration} LabelHostname`,
    of: nodes,
    field: 'metadata.labels["kubernetes.io/hostname"]',
    must: { is: '{metadata.name}' },
  },
  {
    played: ['hardware/hosts.ts', 'guest/kubelet/node-object.ts'],
    upstream: `${registration} LabelOSStable`,
    of: nodes,
    field: 'metadata.labels["kubernetes.io/os"]',
    must: { is: '{status.nodeInfo.operatingSystem}' },
  },
  {
    played: ['hardware/hosts.ts', 'guest/kubelet/node-object.ts'],
    upstream: `${registration} LabelArchStable`,
    of: nodes,
    field: 'metadata.labels["kubernetes.io/arch"]',
    must: { is: '{status.nodeInfo.architecture}' },
  },
  {
    played: ['hardware/hosts.ts'],
    upstream:
      'kubernetes cmd/kubeadm/app/phases/markcontrolplane/markcontrolplane.go LabelExcludeFromExternalLB',
    of: {
      kind: 'nodes',
      where: { 'metadata.labels["node-role.kubernetes.io/control-plane"]': '^$' },
    },
    field: 'metadata.labels["node.kubernetes.io/exclude-from-external-load-balancers"]',
    must: { is: '' },
  },
  {
    played: ['guest/kubelet/node-object.ts'],
    upstream: `${registration} ControllerManagedAttachAnnotation`,
    of: nodes,
    field: 'metadata.annotations["volumes.kubernetes.io/controller-managed-attach-detach"]',
    must: { is: 'true' },
  },
  ...(
    [
      ['Ready', 'KubeletReady'],
      ['MemoryPressure', 'KubeletHasSufficientMemory'],
      ['DiskPressure', 'KubeletHasNoDiskPressure'],
      ['PIDPressure', 'KubeletHasSufficientPID'],
    ] as const
  ).map(([type, reason]) => ({
    played: ['guest/kubelet/node-object.ts'],
    upstream: `${setters} ${reason}`,
    of: nodes,
    field: `status.conditions[type=${type}].reason`,
    must: { is: reason },
  })),
  {
    played: ['guest/kubelet/node-object.ts'],
    upstream: `${setters} ContainerRuntimeVersion`,
    of: nodes,
    field: 'status.nodeInfo.containerRuntimeVersion',
    must: { matches: String.raw`^containerd://\S+$` },
  },
  {
    played: ['guest/kubelet/node-object.ts'],
    upstream: `${setters} KubeletVersion`,
    of: nodes,
    field: 'status.nodeInfo.kubeletVersion',
    must: { matches: String.raw`^v1\.\d+\.\d+` },
  },
  {
    played: ['guest/kubelet/kubelet-run.ts'],
    upstream: `${setters} LastHeartbeatTime`,
    of: nodes,
    field: 'status.conditions[type=Ready].lastHeartbeatTime',
    // 5 minutes, after a change of the status up to half as much more, and the time of an update.
    must: { within: 480 },
  },
  {
    played: ['guest/kubelet/kubelet-run.ts', 'guest/kubelet/node-agent.ts', 'hardware/kwok.ts'],
    upstream: 'component-helpers apimachinery/lease/controller.go RenewTime',
    of: { kind: 'leases', where: { 'metadata.namespace': '^kube-node-lease$' } },
    field: 'spec.renewTime',
    must: { within: 60 },
  },
  {
    played: ['guest/kubelet/node-agent.ts', 'hardware/kwok.ts'],
    upstream: 'component-helpers apimachinery/lease/controller.go HolderIdentity',
    of: { kind: 'leases', where: { 'metadata.namespace': '^kube-node-lease$' } },
    field: 'metadata.name',
    must: { among: { kind: 'nodes', field: 'metadata.name' } },
  },
  {
    played: ['guest/kubelet/node-agent.ts', 'hardware/kwok.ts'],
    upstream: 'kubernetes pkg/kubelet/apis/config/v1beta1/defaults.go NodeLeaseDurationSeconds',
    of: { kind: 'leases', where: { 'metadata.namespace': '^kube-node-lease$' } },
    field: 'spec.leaseDurationSeconds',
    must: { is: '40' },
  },
  {
    played: ['guest/kubelet/node-agent.ts'],
    upstream: 'kubernetes pkg/kubelet/util/nodelease.go OwnerReferences',
    of: { kind: 'leases', where: { 'metadata.namespace': '^kube-node-lease$' } },
    field: 'metadata.ownerReferences[kind=Node].uid',
    must: { among: { kind: 'nodes', field: 'metadata.uid' } },
  },
  {
    played: ['guest/kubelet/csi-drivers.ts'],
    upstream: 'kubernetes pkg/volume/csi/nodeinfomanager/nodeinfomanager.go OwnerReferences',
    of: { kind: 'csinodes' },
    field: 'metadata.ownerReferences[kind=Node].uid',
    must: { among: { kind: 'nodes', field: 'metadata.uid' } },
  },
  {
    played: ['guest/kubelet/csi-drivers.ts'],
    upstream: 'csi-driver cmd/kubevirt-csi-driver/kubevirt-csi-driver.go main',
    of: { kind: 'csinodes', where: { 'spec.drivers[*].name': String.raw`^csi\.kubevirt\.io$` } },
    field: 'spec.drivers[name=csi.kubevirt.io].nodeID',
    must: { matches: '^[a-z0-9-]+/[a-z0-9.-]+$' },
  },
  {
    played: ['guest/kubelet/identity.ts'],
    upstream: 'client-go util/certificate/certificate_manager.go kubeletClientUsagesNoEncipherment',
    of: {
      kind: 'certificatesigningrequests',
      where: { 'spec.signerName': '^kubernetes.io/kube-apiserver-client-kubelet$' },
    },
    field: 'spec.usages[*]',
    must: { matches: '^(digital signature|client auth)$' },
  },
  {
    played: ['guest/kubelet/identity.ts'],
    upstream: 'client-go util/certificate/csr/csr.go GenerateName',
    of: {
      kind: 'certificatesigningrequests',
      where: { 'spec.signerName': '^kubernetes.io/kube-apiserver-client-kubelet$' },
    },
    field: 'metadata.name',
    must: { matches: '^csr-' },
  },
  {
    played: ['guest/kubelet/volumes.ts'],
    upstream: 'kubernetes pkg/volume/util/util.go GetUniqueVolumeName',
    of: { kind: 'nodes', where: { 'status.volumesInUse[*]': '^kubernetes.io/csi/' } },
    field: 'status.volumesInUse[*]',
    must: { matches: String.raw`^kubernetes\.io/csi/[^^/]+\^.+$` },
  },
  {
    played: ['hardware/heartbeat.ts'],
    upstream: `${heartbeat} VirtHandlerHeartbeat`,
    of: handled,
    field: 'metadata.annotations["kubevirt.io/heartbeat"]',
    must: { within: 300 },
  },
  ...(
    [
      ['cpumanager', 'DeprecatedCPUManager'],
      ['kubevirt.io/cpumanager', 'CPUManager'],
    ] as const
  ).map(([label, constant]) => ({
    played: ['hardware/heartbeat.ts'],
    upstream: `${heartbeat} ${constant}`,
    of: handled,
    field: `metadata.labels["${label}"]`,
    must: { matches: '^(true|false)$' },
  })),
  ...['kvm', 'tun', 'vhost-net'].map((device) => ({
    played: ['hardware/virt-handler.ts'],
    upstream: `${devices} PermanentHostDevicePlugins`,
    of: handled,
    field: `status.capacity["devices.kubevirt.io/${device}"]`,
    must: { is: '1k' },
  })),
  ...(
    [
      ['cpu-model.node.kubevirt.io/', 'CPUModelLabel'],
      ['cpu-model-migration.node.kubevirt.io/', 'SupportedHostModelMigrationCPU'],
      ['host-model-cpu.node.kubevirt.io/', 'HostModelCPULabel'],
      ['host-model-required-features.node.kubevirt.io/', 'HostModelRequiredFeaturesLabel'],
      ['cpu-feature.node.kubevirt.io/', 'CPUFeatureLabel'],
      ['cpu-vendor.node.kubevirt.io/', 'CPUModelVendorLabel'],
      ['machine-type.node.kubevirt.io/', 'SupportedMachineTypeLabel'],
    ] as const
  ).map(([prefix, constant]) => ({
    played: ['hardware/host-labels.ts'],
    upstream: `${labeller} ${constant}`,
    of: handled,
    field: `metadata.labels["${prefix}*"]`,
    must: { is: 'true' },
  })),
  {
    played: ['hardware/bridge-marker.ts'],
    upstream: 'bridge-marker pkg/marker/marker.go resourceDefaultValue',
    of: { kind: 'nodes', where: { 'status.capacity["bridge.network.kubevirt.io/*"]': '.' } },
    field: 'status.capacity["bridge.network.kubevirt.io/*"]',
    must: { is: '1k' },
  },
];
