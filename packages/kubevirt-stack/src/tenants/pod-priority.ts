// SPDX-License-Identifier: Apache-2.0

/**
 * The highest priority that a PriorityClass of users can have. KubeVirt's own class has it; those of
 * Kubernetes (`system-node-critical`, `system-cluster-critical`) have more, and may be named in any
 * namespace. The scheduler removes pods of a lower priority where a pod finds no place.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/scheduling/types.go HighestUserDefinablePriority
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/plugin/pkg/admission/priority/admission.go admitPod
 */
const platformPriority = 1_000_000_000;

/** CEL condition: a pod has a priority of the platform. The API server has set it by the class. */
export const hasPlatformPriority = `(has(dyn(object).spec.priority) && dyn(object).spec.priority >= ${platformPriority})`;

/** Refuses new pods with a priority of the platform: VMs of other clusters would have to make room for them. */
export const belowPlatformPriority = {
  expression: `oldObject != null || !${hasPlatformPriority}`,
  messageExpression: `'a pod of a user cluster may have a priority below ${platformPriority} alone, not ' + string(dyn(object).spec.priority) + ': machines of other clusters would have to make room for it; use a PriorityClass with less'`,
};
