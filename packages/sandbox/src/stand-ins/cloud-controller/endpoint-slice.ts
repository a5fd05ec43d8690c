// SPDX-License-Identifier: Apache-2.0
import type { KubeObject } from '../objects.ts';
import type { Service } from './infra-service.ts';
import type { MachineInstance } from './instances.ts';

/** Where EndpointSlices are in the API. */
export const sliceApi = '/apis/discovery.k8s.io/v1';

/** On a slice: the Service that it belongs to. */
export const serviceLabel = 'kubernetes.io/service-name';

/** On a slice: who writes it. */
const managerLabel = 'endpointslice.kubernetes.io/managed-by';
const manager = 'kubevirt-eps-controller';

/** The interface whose address a node has; of a Strata machine, the one on the pods' network. */
const nodeInterface = 'default';

interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions?: object;
  readonly nodeName?: string;
}

/** An EndpointSlice, as far as it is read here. */
export interface EndpointSlice extends KubeObject {
  readonly addressType?: string;
  /** The API server sends null for none. */
  readonly endpoints?: readonly Endpoint[] | null;
  readonly ports?: readonly object[] | null;
}

/** A Service of the infra cluster, as far as it is read here. */
export interface InfraService extends KubeObject {
  readonly spec: Service['spec'] & { readonly selector?: Readonly<Record<string, string>> };
}

/** The tenant's Service that an infra Service stands for; undefined for any other Service. */
export function tenantServiceOf({
  metadata: { labels = {} },
}: InfraService): { readonly name: string; readonly namespace: string } | undefined {
  const name = labels['cluster.x-k8s.io/tenant-service-name'] ?? '';
  const namespace = labels['cluster.x-k8s.io/tenant-service-namespace'] ?? '';
  const cluster = labels['cluster.x-k8s.io/cluster-name'] ?? '';
  return name === '' || namespace === '' || cluster === '' ? undefined : { name, namespace };
}

/** Whether the slice is one of those that are written here. */
export function isManaged({ metadata }: EndpointSlice): boolean {
  return metadata.labels?.[managerLabel] === manager;
}

/** A machine as a slice lists it; nothing for one that has no address yet. */
export function renderEndpoint({ status }: MachineInstance): readonly Endpoint[] {
  const { phase = '', nodeName = '', interfaces = [] } = status ?? {};
  const isRunning = phase === 'Running';
  const terminating = phase === 'Failed' || phase === 'Succeeded';
  return interfaces
    .filter(({ name, ipAddress = '' }) => name === nodeInterface && ipAddress !== '')
    .map(({ ipAddress = '' }) => ({
      addresses: [ipAddress],
      conditions: { ready: isRunning, serving: isRunning, terminating },
      nodeName,
    }));
}

/** The slice of an infra Service: its ports lead to the tenant's node ports. */
export function renderSlice(service: InfraService, endpoints: readonly Endpoint[]) {
  const { name, namespace, uid, labels } = service.metadata;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: name,
      namespace,
      labels: { ...labels, [serviceLabel]: name, [managerLabel]: manager },
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'Service',
          name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    addressType: 'IPv4',
    endpoints,
    ports: (service.spec.ports ?? []).map(({ name: port = '', protocol = 'TCP', targetPort }) => ({
      name: port,
      port: targetPort,
      protocol,
    })),
  };
}
