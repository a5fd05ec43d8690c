// SPDX-License-Identifier: Apache-2.0
import { at, isUnknown, kinds, machineKinds, objectOf } from '../resource/index.ts';
import type { StackSubject } from '../resource/index.ts';
import type { StackRule } from '../rule/index.ts';
import { inNamespace, machineNamespaces } from './machine-namespaces.ts';

/** The resources that must be limited, with every key under which a ResourceQuota counts them. */
const limited: Readonly<Record<string, readonly string[]>> = {
  CPU: ['requests.cpu', 'limits.cpu', 'cpu'],
  memory: ['requests.memory', 'limits.memory', 'memory'],
  storage: ['requests.storage'],
  'load balancers': ['services.loadbalancers'],
  'node ports': ['services.nodeports'],
};

function limits(quota: StackSubject, names: readonly string[]): boolean {
  const hard = at(quota.object, 'spec', 'hard');
  return isUnknown(hard) || names.some((name) => objectOf(hard)[name] !== undefined);
}

/** Requires a quota, so that no cluster can use up what its neighbours need. */
export const userClusterQuota: StackRule = {
  name: 'user-cluster-quota',
  area: 'isolation',
  refuses:
    'Machines in a namespace without a ResourceQuota for CPU, memory, storage, load balancers and node ports.',
  why: 'Users of one cluster could create volumes and Services until nothing is left for the other clusters.',
  source: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  level: 'mandatory',
  settings: {},
  kinds: [...machineKinds, kinds.resourceQuota],
  checkStack: (subjects) =>
    [...machineNamespaces(subjects)].flatMap(([namespace, [{ urn }]]) => {
      const quotas = inNamespace(subjects, kinds.resourceQuota, namespace);
      const missing = Object.entries(limited)
        .filter(([, names]) => !quotas.some((quota) => limits(quota, names)))
        .map(([what]) => what);
      if (missing.length === 0) return [];
      const message =
        `namespace ${namespace} has machines, and no ResourceQuota limits ${missing.join(', ')}; ` +
        `add ${missing.map((what) => limited[what]?.[0] ?? what).join(', ')} to spec.hard of one.`;
      return [{ message, urn }];
    }),
};
