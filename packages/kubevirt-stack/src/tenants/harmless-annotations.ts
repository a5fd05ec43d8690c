// SPDX-License-Identifier: Apache-2.0

/** Annotations that a tool of tenants writes on their Services. */
export interface HarmlessAnnotations {
  /** A key, or the beginning of keys followed by `*`. */
  readonly keys: readonly string[];
  /** The tool, and where it says so. */
  readonly source: string;
}

/**
 * Annotations that a Service of a user cluster may have in any environment. The cloud controller
 * copies all annotations to the infra cluster. These ones have no effect there: none of them tells
 * a controller of the infra cluster how to handle a Service that belongs to somebody else.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/loadbalancer.go createLoadBalancerService
 */
export const harmlessAnnotations: readonly HarmlessAnnotations[] = [
  {
    keys: ['kubectl.kubernetes.io/last-applied-configuration'],
    source: 'kubectl apply, https://kubernetes.io/docs/reference/labels-annotations-taints/',
  },
  {
    keys: ['meta.helm.sh/*', 'helm.sh/*'],
    source: 'Helm, https://helm.sh/docs/topics/charts_hooks/',
  },
  {
    keys: ['argocd.argoproj.io/*'],
    source: 'Argo CD, https://argo-cd.readthedocs.io/en/stable/user-guide/annotations-and-labels/',
  },
  {
    keys: ['kustomize.toolkit.fluxcd.io/*', 'helm.toolkit.fluxcd.io/*'],
    source: 'Flux, https://fluxcd.io/flux/components/kustomize/kustomizations/',
  },
  {
    keys: ['pulumi.com/*'],
    source:
      'Pulumi, https://www.pulumi.com/registry/packages/kubernetes/installation-configuration/',
  },
];
