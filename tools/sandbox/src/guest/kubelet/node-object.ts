// SPDX-License-Identifier: Apache-2.0
import type { BootFile } from '../boot-file.ts';
import { containerdVersion } from './container-runtime.ts';
import type { Condition, Node } from './objects.ts';
import type { KubeletSettings } from './settings.ts';

/** State of the node at one moment. */
export interface NodeFacts {
  readonly boot: Pick<BootFile, 'name' | 'address' | 'cpu' | 'memoryMiB' | 'instanceId'>;
  readonly settings: KubeletSettings;
  /** Version of the kubelet, without a `v`. */
  readonly version: string;
  /** Changes with every boot. */
  readonly bootId: string;
  readonly networkReady: boolean;
  readonly shuttingDown: boolean;
  readonly volumesInUse: readonly string[];
  readonly now: Date;
}

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Taint of a node that waits for its cloud controller manager. */
const uninitialized = {
  key: 'node.cloudprovider.kubernetes.io/uninitialized',
  value: 'true',
  effect: 'NoSchedule',
} as const;

/** Returns the labels that a kubelet corrects on an existing Node. */
export function defaultLabels(nodeName: string): Record<string, string> {
  const arch = architectures[process.arch] ?? process.arch;
  return {
    'kubernetes.io/hostname': nodeName,
    'kubernetes.io/arch': arch,
    'kubernetes.io/os': 'linux',
    'beta.kubernetes.io/arch': arch,
    'beta.kubernetes.io/os': 'linux',
  };
}

/** Renders the Node that a kubelet creates. */
export function renderNode(facts: NodeFacts): Record<string, unknown> {
  const { settings } = facts;
  const taints = [
    ...settings.taints.map((taint) => ({ ...taint })),
    ...(settings.externalCloudProvider ? [uninitialized] : []),
  ];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: settings.nodeName,
      labels: { ...defaultLabels(settings.nodeName), ...settings.nodeLabels },
      annotations: {
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
        ...(settings.externalCloudProvider &&
          settings.nodeIp !== undefined && {
            'alpha.kubernetes.io/provided-node-ip': settings.nodeIp,
          }),
      },
    },
    spec: {
      ...(taints.length > 0 && { taints }),
      ...(settings.providerId !== undefined && { providerID: settings.providerId }),
    },
    status: renderNodeStatus(facts, undefined),
  };
}

function readyCondition({ networkReady, shuttingDown }: NodeFacts) {
  const notReady = { type: 'Ready', status: 'False', reason: 'KubeletNotReady' };
  if (shuttingDown) return { ...notReady, message: 'node is shutting down' };
  if (!networkReady) {
    return {
      ...notReady,
      message:
        'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
    };
  }
  return {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
  };
}

const pressures = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
] as const;

function conditions(facts: NodeFacts, before: readonly Condition[]): Condition[] {
  const now = facts.now.toISOString().replace(/\.\d+/, '');
  const all = [
    ...pressures.map(([type, reason, message]) => ({ type, status: 'False', reason, message })),
    readyCondition(facts),
  ];
  return all.map((condition) => {
    const last = before.find(({ type }) => type === condition.type);
    const changed = last?.status !== condition.status;
    return {
      ...condition,
      lastHeartbeatTime: now,
      lastTransitionTime: changed ? now : (last.lastTransitionTime ?? now),
    };
  });
}

/**
 * Returns the addresses of a node. With an external cloud provider, that provider reports them,
 * unless the administrator has set one.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/nodestatus/setters.go NodeAddress
 */
function addresses({ boot, settings }: NodeFacts, current: Node | undefined) {
  const known = current?.status?.addresses ?? [];
  if (settings.externalCloudProvider && (known.length > 0 || settings.nodeIp === undefined)) {
    return undefined;
  }
  return [
    { type: 'InternalIP', address: settings.nodeIp ?? boot.address },
    { type: 'Hostname', address: settings.nodeName },
  ];
}

/** Renders the status of the Node as a kubelet reports it; `current` is the Node in the API. */
export function renderNodeStatus(facts: NodeFacts, current: Node | undefined) {
  const { boot, settings, version } = facts;
  const capacity = {
    cpu: String(boot.cpu),
    memory: `${boot.memoryMiB}Mi`,
    pods: String(settings.maxPods),
    'ephemeral-storage': '20Gi',
  };
  const own = addresses(facts, current);
  return {
    capacity,
    allocatable: capacity,
    conditions: conditions(facts, current?.status?.conditions ?? []),
    ...(own !== undefined && { addresses: own }),
    daemonEndpoints: { kubeletEndpoint: { Port: settings.port } },
    volumesInUse: facts.volumesInUse,
    nodeInfo: {
      machineID: Buffer.from(boot.instanceId).toString('hex').padEnd(32, '0').slice(0, 32),
      systemUUID: boot.instanceId,
      bootID: facts.bootId,
      kernelVersion: '6.8.0-strata',
      osImage: 'Strata sandbox guest',
      containerRuntimeVersion: `containerd://${containerdVersion}`,
      kubeletVersion: `v${version}`,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: architectures[process.arch] ?? process.arch,
    },
  };
}
