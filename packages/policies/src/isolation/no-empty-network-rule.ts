// SPDX-License-Identifier: Apache-2.0
import { at, isUnknown, kinds, listOf, titleOf } from '../resource/index.ts';
import type { Json } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/**
 * Returns whether a rule has neither peers nor ports, which means all of them. Unknown values count
 * as present.
 */
function isEmpty(rule: Json): boolean {
  return ['from', 'to', 'ports'].every((key) => {
    const value = at(rule, key);
    return !isUnknown(value) && listOf(value).length === 0;
  });
}

/** Rejects empty rules: they read like "nothing" but allow everything. */
export const noEmptyNetworkRule: ResourceRule = {
  name: 'no-empty-network-rule',
  area: 'isolation',
  refuses: 'A rule of a NetworkPolicy without peers and ports.',
  why: 'It reads as if it allowed nothing, but it allows all traffic.',
  source:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies',
  level: 'mandatory',
  settings: {},
  kinds: [kinds.networkPolicy],
  check: (subject) =>
    ['ingress', 'egress'].flatMap((direction) =>
      listOf(at(subject.object, 'spec', direction)).flatMap((rule, index) =>
        isUnknown(rule) || !isEmpty(rule)
          ? []
          : [
              `${titleOf(subject)}: ${direction}[${index}] is empty, which allows all traffic; ` +
                'name its peers or ports, or remove it.',
            ],
      ),
    ),
};
