// SPDX-License-Identifier: Apache-2.0

/** Kubernetes' own labels that a kubelet may give its node. */
const allowedLabels = [
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
] as const;

/** Prefixes that a kubelet may use, with all their subdomains. */
const allowedPrefixes = ['kubelet.kubernetes.io', 'node.kubernetes.io'] as const;

/** Prefixes that belong to Kubernetes, with all their subdomains. */
const reservedPrefixes = ['kubernetes.io', 'k8s.io'] as const;

const isWithin = (prefix: string, domains: readonly string[]) =>
  domains.some((domain) => prefix === domain || prefix.endsWith(`.${domain}`));

/**
 * Returns whether a kubelet refuses to start with a label: a node must not set labels that others decide
 * by, such as its role.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction
 */
export function isRefusedLabel(key: string): boolean {
  const [prefix = '', name] = key.split('/');
  if (name === undefined || !isWithin(prefix, reservedPrefixes)) return false;
  return !allowedLabels.some((label) => label === key) && !isWithin(prefix, allowedPrefixes);
}
