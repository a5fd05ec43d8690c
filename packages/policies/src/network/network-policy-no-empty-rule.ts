// SPDX-License-Identifier: Apache-2.0
import { networking } from '@pulumi/kubernetes';
import { validateResourceOfType } from '@pulumi/policy';
import type { ResourceValidationPolicy } from '@pulumi/policy';

/** As the API has them: to leave out the peers means all peers, and likewise for ports. */
interface Rule {
  readonly from?: readonly unknown[];
  readonly to?: readonly unknown[];
  readonly ports?: readonly unknown[];
}

function isEmpty({ from = [], to = [], ports = [] }: Rule): boolean {
  return from.length === 0 && to.length === 0 && ports.length === 0;
}

/**
 * Refuses network policies with an empty rule. It reads like "nothing" and means "everything".
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies
 */
export const networkPolicyNoEmptyRule: ResourceValidationPolicy = {
  name: 'network-policy-no-empty-rule',
  description: 'A rule of a NetworkPolicy names peers or ports: an empty one allows everything.',
  enforcementLevel: 'mandatory',
  validateResource: validateResourceOfType(
    networking.v1.NetworkPolicy,
    ({ metadata, spec }, _args, reportViolation) => {
      const title = `NetworkPolicy ${metadata?.namespace ?? 'default'}/${metadata?.name ?? ''}`;
      for (const direction of ['ingress', 'egress'] as const) {
        for (const [index, rule] of (spec?.[direction] ?? []).entries()) {
          if (isEmpty(rule)) {
            reportViolation(
              `${title}: ${direction}[${index}] is empty, which allows all traffic; ` +
                'name its peers or ports, or remove it.',
            );
          }
        }
      }
    },
  ),
};
