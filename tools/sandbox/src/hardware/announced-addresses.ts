// SPDX-License-Identifier: Apache-2.0
import type { ApiObject } from '../kubernetes/objects.ts';

/** The fields of a Service that a speaker reads. */
export interface AnnouncedService extends ApiObject {
  readonly spec: { readonly type?: string; readonly externalTrafficPolicy?: string };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly { ip?: string }[] } };
}

interface Endpoint {
  readonly nodeName?: string;
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean };
}

/** The fields of an EndpointSlice that a speaker reads. */
export interface AnnouncedSlice extends ApiObject {
  /** Null in a slice without endpoints. */
  readonly endpoints?: readonly Endpoint[] | null;
}

const serviceLabel = 'kubernetes.io/service-name';

/**
 * Whether an endpoint takes traffic.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/k8s/epslices (EndpointCanServe)
 */
const canServe = ({ conditions = {} }: Endpoint) =>
  (conditions.ready ?? true) || conditions.serving === true;

const keyOf = (namespace = '', name = '') => `${namespace}/${name}`;

/**
 * Returns the addresses for which a Service of type LoadBalancer answers; none for any other
 * Service.
 */
function balancedAddresses({ spec, status }: AnnouncedService): string[] {
  if (spec.type !== 'LoadBalancer') return [];
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
}

/**
 * Returns the addresses of load balancers that one of the hosts announces: those of Services with
 * an endpoint that takes traffic; with the traffic policy Local, on one of these hosts.
 *
 * @param hosts - names of the hosts that may announce.
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/layer2_controller.go (ShouldAnnounce)
 */
export function announcedAddresses(
  services: readonly AnnouncedService[],
  slices: readonly AnnouncedSlice[],
  hosts: readonly string[],
): string[] {
  const endpoints = new Map<string, Endpoint[]>();
  for (const { metadata, endpoints: found } of slices) {
    const key = keyOf(metadata.namespace, metadata.labels?.[serviceLabel]);
    endpoints.set(key, [...(endpoints.get(key) ?? []), ...(found ?? []).filter(canServe)]);
  }
  return services.flatMap((service) => {
    const { metadata, spec } = service;
    const behind = endpoints.get(keyOf(metadata.namespace, metadata.name)) ?? [];
    const isLocal = spec.externalTrafficPolicy === 'Local';
    const onHosts = behind.filter(({ nodeName = '' }) => hosts.includes(nodeName));
    return (isLocal ? onHosts : behind).length === 0 ? [] : balancedAddresses(service);
  });
}
