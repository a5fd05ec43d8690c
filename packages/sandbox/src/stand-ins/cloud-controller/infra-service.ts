// SPDX-License-Identifier: Apache-2.0
import type { KubeObject } from '../objects.ts';

export interface ServicePort {
  readonly name?: string;
  /** @default TCP, which the API server fills in */
  readonly protocol?: string;
  readonly port: number;
  readonly targetPort?: number | string;
  readonly nodePort?: number;
}

export interface LoadBalancerStatus {
  readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
}

/** A Service, as far as it is read here. */
export interface Service extends KubeObject {
  readonly spec: {
    readonly type?: string;
    readonly loadBalancerClass?: string;
    readonly ports?: readonly ServicePort[];
    readonly externalTrafficPolicy?: string;
    readonly externalIPs?: readonly string[];
    readonly loadBalancerIP?: string;
    readonly healthCheckNodePort?: number;
    readonly loadBalancerSourceRanges?: readonly string[];
    readonly sessionAffinity?: string;
    readonly sessionAffinityConfig?: unknown;
    readonly ipFamilies?: readonly string[];
  };
  readonly status?: { readonly loadBalancer?: LoadBalancerStatus };
}

export interface InfraServiceOptions {
  readonly namespace: string;
  /** `--cluster-name`: must equal the label on the virtual machines. */
  readonly clusterName: string;
  readonly infraLabels: Readonly<Record<string, string>>;
  /** Leaves the selector out. */
  readonly selectorless: boolean;
}

/**
 * Name of the infra Service for a tenant's.
 *
 * @see https://github.com/kubernetes/cloud-provider/blob/v0.34.4/cloud.go DefaultLoadBalancerName
 */
export function loadBalancerName(uid: string): string {
  return `a${uid}`.replaceAll('-', '').slice(0, 32);
}

/**
 * The infra Service of a tenant Service, as it is created. Source ranges and the class are not
 * copied, and nothing but the ports is ever updated: so does upstream.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/main/pkg/provider/loadbalancer.go
 */
export function renderInfraService(service: Service, options: InfraServiceOptions): object {
  const { metadata, spec } = service;
  const clusterName = { 'cluster.x-k8s.io/cluster-name': options.clusterName };
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: loadBalancerName(metadata.uid),
      namespace: options.namespace,
      ...(metadata.annotations !== undefined && { annotations: metadata.annotations }),
      labels: {
        'cluster.x-k8s.io/tenant-service-name': metadata.name,
        'cluster.x-k8s.io/tenant-service-namespace': metadata.namespace,
        ...clusterName,
        ...options.infraLabels,
      },
    },
    spec: {
      ports: renderPorts(service),
      ...(!options.selectorless && {
        selector: { 'cluster.x-k8s.io/role': 'worker', ...clusterName },
      }),
      type: 'LoadBalancer',
      ...(spec.externalTrafficPolicy !== undefined && {
        externalTrafficPolicy: spec.externalTrafficPolicy,
      }),
      ...((spec.externalIPs?.length ?? 0) > 0 && { externalIPs: spec.externalIPs }),
      ...((spec.loadBalancerIP ?? '') !== '' && { loadBalancerIP: spec.loadBalancerIP }),
      ...((spec.healthCheckNodePort ?? 0) > 0 && {
        healthCheckNodePort: spec.healthCheckNodePort,
      }),
    },
  };
}

/** Each port leads to the tenant's node port, on the nodes. */
export function renderPorts({ spec }: Service): readonly ServicePort[] {
  return (spec.ports ?? []).map(({ name, protocol, port, nodePort }) => ({
    ...((name ?? '') !== '' && { name }),
    ...(protocol !== undefined && { protocol }),
    port,
    targetPort: nodePort ?? 0,
  }));
}

/** Whether ports lead where they should; the infra cluster's own node ports do not count. */
export function samePorts(a: readonly ServicePort[], b: readonly ServicePort[]): boolean {
  const view = (ports: readonly ServicePort[]) =>
    JSON.stringify(
      ports.map(({ name = '', protocol = 'TCP', port, targetPort }) => [
        ...[name, protocol, port, targetPort],
      ]),
    );
  return view(a) === view(b);
}
