// SPDX-License-Identifier: Apache-2.0
import { minorOf } from '@strata/contracts';

/** A minor version of Kubernetes that user clusters can run. */
export interface KubernetesMinor {
  readonly minor: string;
  /** The patch that Strata's own tests run; any patch of the minor is allowed. */
  readonly tested: string;
  /** Tag of the image that holds a pod's namespaces, as kubeadm of this minor has it. */
  readonly pause: string;
  /** CoreDNS that kubeadm of this minor installs, without `v`. */
  readonly coreDns: string;
  readonly source: string;
}

const constants = (version: string) =>
  `https://github.com/kubernetes/kubernetes/blob/v${version}/cmd/kubeadm/app/constants/constants.go`;

/**
 * Supported minors, oldest first. The cloud controller manager 0.6.0 is built with the libraries of
 * 1.34, and a client may be one minor older than the API that it talks to.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/go.mod
 * @see https://kubernetes.io/releases/version-skew-policy/
 */
export const kubernetesMinors: readonly KubernetesMinor[] = [
  {
    minor: '1.34',
    tested: '1.34.4',
    pause: '3.10.1',
    coreDns: '1.12.1',
    source: constants('1.34.4'),
  },
  {
    minor: '1.35',
    tested: '1.35.4',
    pause: '3.10.1',
    coreDns: '1.13.1',
    source: constants('1.35.4'),
  },
];

/** Returns the entry of a version's minor; undefined if it is not supported. */
export function findMinor(version: string): KubernetesMinor | undefined {
  return kubernetesMinors.find(({ minor }) => minor === minorOf(version));
}
