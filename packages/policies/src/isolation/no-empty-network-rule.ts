// SPDX-License-Identifier: Apache-2.0
import { at, isUnknown, kinds, listOf, nameOf, namespaceOf, titleOf } from '../resource/index.ts';
import type { Json, JsonObject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';
import { openNetworkRules } from './open-network-rules.ts';

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

/** Returns whether a policy may allow all traffic in a direction. */
function mayBeOpen(policy: JsonObject, direction: string): boolean {
  const id = `${namespaceOf(policy) ?? 'default'}/${nameOf(policy)}`;
  return openNetworkRules.some((one) => one.object === id && one.direction === direction);
}

/** Rejects empty rules: they read like "nothing" but allow everything. */
export const noEmptyNetworkRule: ResourceRule = {
  name: 'no-empty-network-rule',
  area: 'isolation',
  refuses:
    'A rule of a NetworkPolicy without peers and ports, unless its exception is written down.',
  why: 'It reads as if it allowed nothing, but it allows all traffic.',
  source:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies',
  level: 'mandatory',
  settings: {},
  exceptions: openNetworkRules,
  kinds: [kinds.networkPolicy],
  check: (subject) =>
    ['ingress', 'egress'].flatMap((direction) =>
      listOf(at(subject.object, 'spec', direction)).flatMap((rule, index) =>
        isUnknown(rule) || !isEmpty(rule) || mayBeOpen(subject.object, direction)
          ? []
          : [
              `${titleOf(subject)}: ${direction}[${index}] is empty, which allows all traffic; ` +
                'name its peers or ports, or remove it.',
            ],
      ),
    ),
};
