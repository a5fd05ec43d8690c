// SPDX-License-Identifier: Apache-2.0
import { policy } from '@pulumi/kubernetes';
import type { types } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';

/** Input of the budget of one group of VMs. */
export interface DisruptionBudgetArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly namespace: string;
  /** Value of the label `machine`. */
  readonly group: string;
  readonly replicas: number;
  readonly maxUnavailable: number;
}

/**
 * Renders how many pods of a group of VMs must stay. It is a number of pods that must stay, not one of
 * pods that may go: for the latter Kubernetes would ask the owner of the pods, and a VMI does not know
 * how many VMIs its group should have; such a budget allows no eviction at all. VMs that do not work
 * never keep a host from being drained.
 *
 * KubeVirt has no budgets of its own: it answers evictions itself, and refuses those of VMs that it can
 * migrate. The budget counts only evictions that KubeVirt lets pass.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go
 */
export function renderBudget({
  group,
  replicas,
  maxUnavailable,
}: DisruptionBudgetArgs): types.input.policy.v1.PodDisruptionBudgetSpec {
  return {
    // If no VM could go, no host could ever be drained.
    minAvailable: Math.max(0, replicas - Math.max(1, maxUnavailable)),
    selector: { matchLabels: { [labelKeys.machine]: group, 'kubevirt.io': 'virt-launcher' } },
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
  };
}

/** Makes the budget that limits how many VMs of a group drains of hosts take down at a time. */
export function createDisruptionBudget(
  name: string,
  args: DisruptionBudgetArgs,
  options: pulumi.CustomResourceOptions,
): policy.v1.PodDisruptionBudget {
  return new policy.v1.PodDisruptionBudget(
    name,
    {
      metadata: {
        name: args.group,
        namespace: args.namespace,
        labels: clusterLabels(args.environment, args.cluster),
        annotations: ownerAnnotations,
      },
      spec: renderBudget(args),
    },
    options,
  );
}
