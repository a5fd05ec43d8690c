// SPDX-License-Identifier: Apache-2.0
import { nameOf, namespaceOf, titleOf, workloadKinds } from '../resource/index.ts';
import type { Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';
import { beyondBaseline } from './beyond-baseline.ts';
import { privilegedPods } from './privileged-pods.ts';

function checkPod(subject: Subject): readonly string[] {
  const { object } = subject;
  const id = `${namespaceOf(object) ?? 'default'}/${nameOf(object)}`;
  if (privilegedPods.some((one) => one.object === id)) return [];
  const found = beyondBaseline(subject);
  return found.length === 0
    ? []
    : [
        `${titleOf(subject)} needs more of its node than a pod may: ${found.join('; ')}. Leave that ` +
          'out, or write the exception and its reason into ' +
          'packages/policies/src/rights/privileged-pods.ts.',
      ];
}

/**
 * Rejects privileged pods: one flaw in such a pod gives access to its node, and so to all VMs on
 * it.
 */
export const noPrivilegedPod: ResourceRule = {
  name: 'no-privileged-pod',
  area: 'rights',
  refuses:
    'A pod beyond the level "baseline" of Pod Security, unless its exception is written down.',
  why: 'One flaw in such a pod gives access to its node, and to every machine there.',
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline',
  level: 'mandatory',
  settings: {},
  exceptions: privilegedPods,
  kinds: workloadKinds,
  check: checkPod,
};
