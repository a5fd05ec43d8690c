// SPDX-License-Identifier: Apache-2.0
import type { FieldPromise } from './promise.ts';

const generated = 'kubernetes pkg/kubelet/status/generate.go';
const statuses = 'kubernetes pkg/kubelet/kubelet_pods.go';

const hasPhase = (phase: string) => ({ kind: 'pods', where: { 'status.phase': `^${phase}$` } });
const ready = { kind: 'pods', where: { 'status.conditions[type=Ready].status': '^True$' } };
const mirrors = {
  kind: 'pods',
  where: { 'metadata.annotations["kubernetes.io/config.mirror"]': '.' },
};
const attached = {
  kind: 'pods',
  where: { 'metadata.annotations["k8s.v1.cni.cncf.io/network-status"]': '.' },
};

const everyKubelet = ['kubelet/pod-status.ts', 'hardware/kwok.ts', 'guest/kubelet/pod-state.ts'];

/** Pods as kubelets report them. */
export const podPromises: readonly FieldPromise[] = [
  ...['PodReadyToStartContainers', 'Initialized', 'ContainersReady', 'PodScheduled'].map(
    (type) => ({
      played: everyKubelet,
      upstream: `${statuses} generateAPIPodStatus`,
      of: ready,
      field: `status.conditions[type=${type}].status`,
      must: { is: 'True' },
    }),
  ),
  ...['ContainersReady', 'Ready'].map((type) => ({
    played: ['hardware/kwok.ts', 'guest/kubelet/pod-state.ts'],
    upstream: `${generated} PodCompleted`,
    of: hasPhase('Succeeded'),
    field: `status.conditions[type=${type}].reason`,
    must: { is: 'PodCompleted' },
  })),
  {
    played: [...everyKubelet, 'kubelet/kubelet.ts', 'guest/kubelet/pod-agent.ts'],
    upstream: `${statuses} convertToAPIContainerStatuses`,
    of: hasPhase('Running'),
    field: 'status.containerStatuses[*].name',
    must: { sameAs: 'spec.containers[*].name' },
  },
  {
    played: [...everyKubelet, 'kubelet/init-sequence.ts'],
    upstream: `${statuses} convertToAPIContainerStatuses`,
    of: hasPhase('Running'),
    field: 'status.initContainerStatuses[*].name',
    must: { sameAs: 'spec.initContainers[*].name' },
  },
  {
    played: ['kubelet/init-sequence.ts', 'hardware/kwok.ts', 'guest/kubelet/pod-state.ts'],
    upstream: `${generated} isInitContainerInitialized`,
    of: { kind: 'pods', where: { ...ready.where, 'spec.initContainers[*].name': '.' } },
    field: 'status.initContainerStatuses[*].ready',
    must: { is: 'true' },
  },
  {
    played: ['kubelet/container-process.ts', ...everyKubelet],
    upstream: `${statuses} ContainerStateRunning`,
    of: ready,
    field: 'status.containerStatuses[*].state.running.startedAt',
    must: { matches: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$` },
  },
  {
    played: ['kubelet/container-probes.ts', 'kubelet/probes.ts', 'kubelet/pod-runner.ts'],
    upstream: 'kubernetes pkg/kubelet/prober/prober_manager.go UpdatePodStatus',
    of: {
      kind: 'pods',
      where: { ...ready.where, 'spec.containers[*].readinessProbe.periodSeconds': '.' },
    },
    field: 'status.containerStatuses[*].ready',
    must: { is: 'true' },
  },
  {
    played: ['kubelet/container-probes.ts', ...everyKubelet],
    upstream: 'kubernetes pkg/kubelet/prober/prober_manager.go UpdatePodStatus',
    of: ready,
    field: 'status.containerStatuses[*].started',
    must: { is: 'true' },
  },
  {
    played: ['kubelet/pod.ts', ...everyKubelet],
    upstream: `${statuses} HostIP`,
    of: ready,
    field: 'status.hostIP',
    must: { among: { kind: 'nodes', field: 'status.addresses[type=InternalIP].address' } },
  },
  {
    played: ['kubelet/pod.ts', 'guest/kubelet/pod-addresses.ts', 'hardware/kwok.ts'],
    upstream: `${statuses} PodIP`,
    of: { kind: 'pods', where: { ...ready.where, 'spec.hostNetwork': '^true$' } },
    field: 'status.podIP',
    must: { is: '{status.hostIP}' },
  },
  {
    played: ['kubelet/pod-runner.ts', 'kubelet/kubelet.ts', 'guest/kubelet/pod-agent.ts'],
    upstream: 'kubernetes pkg/kubelet/status/status_manager.go StartTime',
    of: hasPhase('Running'),
    field: 'status.startTime',
    must: { matches: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$` },
  },
  {
    played: ['guest/kubelet/mirror-pods.ts'],
    upstream: 'kubernetes pkg/kubelet/pod/mirror_client.go ConfigMirrorAnnotationKey',
    of: mirrors,
    field: 'metadata.annotations["kubernetes.io/config.mirror"]',
    must: { is: '{metadata.annotations["kubernetes.io/config.hash"]}' },
  },
  {
    played: ['guest/kubelet/mirror-pods.ts'],
    upstream: 'kubernetes pkg/kubelet/config/config.go ConfigSourceAnnotationKey',
    of: mirrors,
    field: 'metadata.annotations["kubernetes.io/config.source"]',
    must: { is: 'file' },
  },
  {
    played: ['guest/kubelet/mirror-pods.ts'],
    upstream: 'kubernetes pkg/kubelet/config/config.go ConfigFirstSeenAnnotationKey',
    of: mirrors,
    field: 'metadata.annotations["kubernetes.io/config.seen"]',
    must: { matches: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d` },
  },
  {
    played: ['guest/kubelet/mirror-pods.ts'],
    upstream: 'kubernetes pkg/kubelet/config/common.go TaintEffectNoExecute',
    of: mirrors,
    field: 'spec.tolerations[effect=NoExecute]',
    must: { matches: '^[{]"effect":"NoExecute","operator":"Exists"[}]$' },
  },
  {
    played: ['guest/kubelet/mirror-pods.ts'],
    upstream: 'kubernetes pkg/kubelet/pod/mirror_client.go OwnerReferences',
    of: mirrors,
    field: 'metadata.ownerReferences[kind=Node].name',
    must: { is: '{spec.nodeName}' },
  },
  {
    played: ['kubelet/pod-network.ts', 'kubelet/attachment-config.ts'],
    upstream: 'multus-cni pkg/k8sclient/k8sclient.go SetNetworkStatus',
    of: {
      kind: 'pods',
      where: {
        ...attached.where,
        'metadata.annotations["k8s.v1.cni.cncf.io/networks"]': String.raw`^\[.*"interface"`,
      },
    },
    field: 'metadata.annotations["k8s.v1.cni.cncf.io/networks"]{json}[*].interface',
    must: {
      among: {
        kind: 'pods',
        field: 'metadata.annotations["k8s.v1.cni.cncf.io/network-status"]{json}[*].interface',
      },
    },
  },
  {
    played: ['kubelet/pod-network.ts'],
    upstream: 'multus-cni pkg/k8sclient/k8sclient.go SetNetworkStatus',
    of: attached,
    field: 'status.podIP',
    must: {
      among: {
        kind: 'pods',
        field:
          'metadata.annotations["k8s.v1.cni.cncf.io/network-status"]{json}[default=true].ips[*]',
      },
    },
  },
];
