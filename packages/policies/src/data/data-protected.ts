// SPDX-License-Identifier: Apache-2.0
import { at, clusterLabel, kinds, titleOf } from '../resource/index.ts';
import type { Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/** Kinds of resources whose data exists nowhere else, or whose deletion deletes such data. */
const holders = ['namespaces', 'disks', 'authorities', 'cleanups'] as const;
type Holder = (typeof holders)[number];

/** Settings of this rule in an environment. */
export interface ProtectionSettings {
  readonly protects: readonly Holder[];
  readonly unprotected: readonly string[];
}

/** Returns the user cluster of a stack, from the stack's name `<environment>.<cluster>`. */
function clusterOf(urn: string): string | undefined {
  // urn:pulumi:prod.shop::user-cluster::...
  return /^urn:pulumi:[^:]*\.([^.:]+)::/.exec(urn)?.[1];
}

/** Whether a name means a cluster; one with `*` at its end means all that begin so. */
function isMeant(cluster: string, name: string): boolean {
  return name.endsWith('*') ? cluster.startsWith(name.slice(0, -1)) : cluster === name;
}

/**
 * Returns what a resource holds. A disk with a source can be made from it again; a blank one
 * cannot.
 */
function holderOf({ type, object }: Subject): Holder | undefined {
  // Nothing is signed with a spare one, which a rotation deletes.
  if (type === kinds.authority) return object.spare === true ? undefined : 'authorities';
  if (type === kinds.tenantCleanup) return 'cleanups';
  if (type === kinds.dataVolume) {
    return at(object, 'spec', 'source', 'blank') === undefined ? undefined : 'disks';
  }
  const name = at(object, 'metadata', 'name');
  const isOfCluster = at(object, 'metadata', 'labels', clusterLabel) !== undefined;
  return isOfCluster && typeof name === 'string' && name.startsWith('cluster-')
    ? 'namespaces'
    : undefined;
}

const consequences: Readonly<Record<Holder, string>> = {
  namespaces: 'everything in it goes with it',
  disks: 'there is no other copy of its data',
  authorities:
    'nothing that it signed is trusted any more, and data that it protects cannot be read',
  cleanups:
    'the LoadBalancer Services of its cluster go with it, and with volumes: delete every volume',
};

/**
 * Rejects data without protection: one mistaken destroy, or a rename without an alias, would delete
 * it.
 */
export const dataProtected: ResourceRule<ProtectionSettings> = {
  name: 'data-protected',
  area: 'data',
  refuses: "A user cluster's namespace, data disk, authority or clean-up that Pulumi may delete.",
  why: 'One mistaken destroy, or a rename without an alias, deletes it for good.',
  source: 'https://www.pulumi.com/docs/iac/concepts/options/protect/',
  level: 'mandatory',
  settings: {
    protects: {
      what: 'kinds that must be protected: `namespaces`, `disks`, `authorities`, `cleanups`',
      default: [...holders],
      schema: { type: 'array', items: { enum: [...holders] }, uniqueItems: true },
    },
    unprotected: {
      what: 'user clusters that need no protection, such as one that is to be deleted; `pr-*` is all whose names begin so',
      default: [],
      schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    },
  },
  kinds: [kinds.authority, kinds.dataVolume, kinds.namespace, kinds.tenantCleanup],
  check: (subject, { protects, unprotected }) => {
    const holder = holderOf(subject);
    if (holder === undefined || subject.isProtected || !protects.includes(holder)) return [];
    const cluster = clusterOf(subject.urn);
    if (cluster !== undefined && unprotected.some((name) => isMeant(cluster, name))) return [];
    return [
      `${titleOf(subject)} is not protected: once deleted, ${consequences[holder]}; ` +
        'set protect (user-cluster:deletion, protect: true), ' +
        'or list the cluster in unprotected of this policy.',
    ];
  },
};
