// SPDX-License-Identifier: Apache-2.0
import { policy } from '@pulumi/kubernetes';
import type { types } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';

/** How many machines of a group must stay up. */
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
 * How many pods of machines must be left. A number of pods that must stay, not one of pods that may
 * go: Kubernetes would ask whoever made the pods, and a VMI does not know how many of its kind there
 * should be; such a budget allows no eviction at all. Machines that do not work keep no host from
 * being drained.
 *
 * KubeVirt has no budgets of its own: it answers evictions itself, and refuses those of machines
 * that it can move. Only what it lets pass is counted here.
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
    // With none that may go, no host could ever be drained.
    minAvailable: Math.max(0, replicas - Math.max(1, maxUnavailable)),
    selector: { matchLabels: { [labelKeys.machine]: group, 'kubevirt.io': 'virt-launcher' } },
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
  };
}

/** Keeps drains of hosts from taking down more machines of a group at a time than may be. */
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
