// SPDX-License-Identifier: Apache-2.0

/** A Service as the infra cluster has it. */
export interface FoundService {
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly selector?: Readonly<Record<string, string>> };
}

/** A Service in the infra cluster that the cloud controller has made for one inside. */
export interface FoundLoadBalancer {
  readonly name: string;
  /** Whether Kubernetes maintains its endpoints; else the cloud controller does, with `cloud.selectorless`. */
  readonly hasSelector: boolean;
}

/** @see https://github.com/kubernetes/cloud-provider/blob/v0.34.3/cloud.go (DefaultLoadBalancerName) */
const ofController = /^a[0-9a-f]{31}$/;

/** Returns the load balancers among the Services of a cluster's namespace. */
export function foundLoadBalancers(services: readonly FoundService[]): FoundLoadBalancer[] {
  return services
    .filter(({ metadata }) => ofController.test(metadata.name))
    .map(({ metadata: { name }, spec }) => ({
      name,
      hasSelector: Object.keys(spec?.selector ?? {}).length > 0,
    }));
}
