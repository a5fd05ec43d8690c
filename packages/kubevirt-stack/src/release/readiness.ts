// SPDX-License-Identifier: Apache-2.0
import type { ReadinessTable } from '@strata/manifest-objects';

/**
 * Extra readiness conditions of operators whose webhooks are called by objects made right after
 * them, and whose own probe does not check the webhooks.
 *
 * A host's kube-proxy learns of a new endpoint within a second; hence two.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-proxy/
 */
export const platformReadiness = {
  // https://github.com/metallb/metallb/blob/v0.16.1/internal/k8s/k8s.go
  'metallb-system/controller': {
    port: 'webhook-server',
    startSeconds: 300,
    minReadySeconds: 2,
    reason:
      'its webhooks begin when its certificate has reached the pod, which takes a kubelet up to a ' +
      'minute; /readyz answers from the start',
  },
} as const satisfies ReadinessTable;
