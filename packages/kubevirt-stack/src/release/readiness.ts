// SPDX-License-Identifier: Apache-2.0
import type { ReadinessTable } from '@strata/manifest-objects';

const slowStart =
  'its liveness probe ends it 35 seconds after its start if it does not answer yet, and on a busy host ' +
  'again and again';

/**
 * Startup probes of operators: of those whose webhooks are called by objects made right after them, and whose
 * own probe does not check the webhooks; and of those that a kubelet would end while they start.
 *
 * A host's kube-proxy learns of a new endpoint within a second; hence two.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-proxy/
 */
export const platformReadiness = {
  // https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/deployments.go (NewOperatorDeployment)
  'kubevirt/virt-operator': { port: 'metrics', startSeconds: 300, reason: slowStart },
  // https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/resources/operator/operator.go (createOperatorDeployment)
  'cdi/cdi-operator': { port: 'health', startSeconds: 300, reason: slowStart },
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
