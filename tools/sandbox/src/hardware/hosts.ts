// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { unlessRefused } from '../kubernetes/unless-refused.ts';
import { hostAddress } from '../network.ts';
import type { Settings } from '../settings.ts';

/** The settings that hosts are made from. */
export type HostSettings = Pick<Settings, 'hosts' | 'hostCpu' | 'hostMemoryGiB' | 'zones'>;

/** Label of the Nodes that the sandbox created and may remove again. */
const hostLabel = 'sandbox.strata.dev/host';

/** The nodeInfo of a host; kwok fills in the fields that are missing here. */
const nodeInfo = { kubeletVersion: 'v1.35.4', osImage: 'Strata sandbox host' } as const;

/** Returns the name of the n-th host, counted from 0. */
export function hostName(index: number): string {
  return `metal-${String(index)}`;
}

/** Renders the Node of the n-th host, as its kubelet would register it. */
export function renderHost(index: number, settings: HostSettings): Record<string, unknown> {
  const name = hostName(index);
  const zone = settings.zones[index % settings.zones.length] ?? '';
  const resources = {
    cpu: String(settings.hostCpu),
    memory: `${settings.hostMemoryGiB}Gi`,
    'ephemeral-storage': '2Ti',
    'hugepages-2Mi': '0',
    pods: '500',
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: {
        [hostLabel]: 'true',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'topology.kubernetes.io/region': 'sandbox',
        'topology.kubernetes.io/zone': zone,
        // virt-operator prefers such hosts; in a small rack every host is one.
        'node-role.kubernetes.io/control-plane': '',
        // kubeadm sets this label on every control plane, and MetalLB skips hosts that have it.
        'node.kubernetes.io/exclude-from-external-load-balancers': '',
      },
    },
    status: {
      addresses: [
        { type: 'InternalIP', address: hostAddress(index) },
        { type: 'Hostname', address: name },
      ],
      allocatable: resources,
      capacity: resources,
      nodeInfo,
    },
  };
}

interface NodeList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

/**
 * Creates the Nodes of the settings that are missing, and deletes the sandbox's Nodes that the
 * settings no longer have.
 */
export async function ensureHosts(api: ApiClient, settings: HostSettings): Promise<void> {
  const wanted = Array.from({ length: settings.hosts }, (_, index) => hostName(index));
  const selector = encodeURIComponent(hostLabel);
  const { items } = await api.request<NodeList>('GET', `/api/v1/nodes?labelSelector=${selector}`);
  const surplus = items.map(({ metadata }) => metadata.name).filter((n) => !wanted.includes(n));
  for (const name of surplus) await api.request('DELETE', `/api/v1/nodes/${name}`);
  const present = new Set(items.map(({ metadata }) => metadata.name));
  for (const [index, name] of wanted.entries()) {
    const host = renderHost(index, settings) as { metadata: object; status: object };
    if (!present.has(name)) {
      await unlessRefused(409, () => api.request('POST', '/api/v1/nodes', { body: host }));
    }
    const { allocatable, capacity, addresses } = host.status as Record<string, unknown>;
    await api.request('PATCH', `/api/v1/nodes/${name}`, { body: { metadata: host.metadata } });
    await api.request('PATCH', `/api/v1/nodes/${name}/status`, {
      body: { status: { allocatable, capacity, addresses } },
    });
  }
}
