// SPDX-License-Identifier: Apache-2.0
import {
  at,
  isUnknown,
  kinds,
  listOf,
  machineKinds,
  objectOf,
  textsOf,
  titleOf,
} from '../resource/index.ts';
import type { StackSubject } from '../resource/index.ts';
import type { StackRule, StackViolation } from '../rule/index.ts';
import { inNamespace, machineNamespaces } from './machine-namespaces.ts';

const directions = ['Ingress', 'Egress'] as const;
type Direction = (typeof directions)[number];

/**
 * Returns the directions of a policy. Without `policyTypes` it is for Ingress, and for Egress only
 * if it has egress rules.
 */
function typesOf({ object }: StackSubject): readonly string[] {
  const types = at(object, 'spec', 'policyTypes');
  if (types !== undefined) return textsOf(types);
  return at(object, 'spec', 'egress') === undefined ? ['Ingress'] : directions;
}

/** Returns whether a policy selects all pods and allows nothing in a direction. */
function denies(policy: StackSubject, direction: Direction): boolean {
  const selector = at(policy.object, 'spec', 'podSelector');
  const rules = at(policy.object, 'spec', direction.toLowerCase());
  const selectsAll =
    !isUnknown(selector) &&
    Object.keys(objectOf(at(selector, 'matchLabels'))).length === 0 &&
    listOf(at(selector, 'matchExpressions')).length === 0;
  return (
    selectsAll &&
    typesOf(policy).includes(direction) &&
    !isUnknown(rules) &&
    listOf(rules).length === 0
  );
}

/**
 * Requires default-deny in both directions before the first VM starts, so that everything open was
 * opened on purpose.
 */
export const userClusterIsolated: StackRule = {
  name: 'user-cluster-isolated',
  area: 'isolation',
  refuses: 'Machines in a namespace that is not closed in both directions before they start.',
  why: 'If isolation depends on the policies of the other clusters, one cluster without a policy breaks it.',
  source: 'https://github.com/cozystack/cozystack/issues/3217',
  level: 'mandatory',
  settings: {},
  kinds: [...machineKinds, kinds.networkPolicy],
  checkStack: (subjects, _settings, precedes) =>
    [...machineNamespaces(subjects)].flatMap(([namespace, machines]) =>
      directions.flatMap((direction): StackViolation[] => {
        const walls = inNamespace(subjects, kinds.networkPolicy, namespace).filter((policy) =>
          denies(policy, direction),
        );
        const [first] = machines;
        if (walls.length === 0) {
          const message =
            `namespace ${namespace} has machines, and no NetworkPolicy for all pods that denies ` +
            `${direction}; add one with podSelector {}, policyTypes [${direction}] and no rules.`;
          return [{ message, urn: first.urn }];
        }
        return machines
          .filter(({ urn }) => !walls.some((wall) => precedes(wall.urn, urn)))
          .map((machine) => ({
            message:
              `${titleOf(machine)} may start before ${walls.map(titleOf).join(', ')}, which denies ` +
              `${direction}; let it depend on it.`,
            urn: machine.urn,
          }));
      }),
    ),
};
