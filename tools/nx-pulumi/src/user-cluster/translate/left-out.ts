// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/**
 * Keys of another product without a counterpart, by the path at which they or those below them stand, and
 * why. Entries of lists have the path of their list. An empty reason: nobody misses them.
 */
export type LeftOut = Readonly<Record<string, string>>;

/** Keys that say nothing about what an object asks for. */
export const bookkeeping = {
  'metadata.annotations': '',
  'metadata.creationTimestamp': '',
  'metadata.finalizers': '',
  'metadata.generation': '',
  'metadata.labels': '',
  'metadata.managedFields': '',
  'metadata.namespace': '',
  'metadata.ownerReferences': '',
  'metadata.resourceVersion': '',
  'metadata.uid': '',
  apiVersion: '',
  kind: '',
  status: '',
} as const;

/** Reasons that several objects of several products have. */
export const commonReasons = {
  inImage:
    'machines write and run only what Strata tells them: put it into their image, or into a DaemonSet',
  inSize:
    'it belongs to a size of the platform: add one to kubevirt-stack:instancetypes, and name it as instancetype',
  delivered: 'say delivery, by which Flux brings into a cluster what runs there',
  noAutoscaler: 'nothing but an update of the stack changes the number of machines of a pool',
  noPause: 'nothing changes but by an update of the stack',
  noRepair:
    'no machine is replaced by itself; autoRestart of a pool restarts those that do not answer',
  joinSeconds: 'joinSeconds of a pool says how long a machine may take (3600)',
  oneVersion: 'kubernetes.version is that of all machines',
  onlyPoolLabels: 'nodes have labels and taints of their pool only',
  ownAccount:
    'the infra cluster is that of the environment, and each cluster has an account of its own there',
  namespaceFollows: 'follows from the name of the cluster',
  platformSizes: 'instance types are those of the whole platform: kubevirt-stack:instancetypes',
  platformPreferences: 'preferences are those of the whole platform: kubevirt-stack:preferences',
  presetsInstead:
    'scheduling has nodeAffinityPreset, podAffinityPreset and podAntiAffinityPreset instead',
  onlyPeople: 'is not needed; say access.ssh, for people',
  noPasswords: 'nobody logs in with a password',
  oneMac: 'all machines of a pool would have the same',
  nodeNames: 'nodes have the names of their machines',
  preferenceDecides: 'the preference of the machine decides it',
  platformFetches: "the platform's images are fetched by the platform",
  ownTokens: 'machines join with a token of Strata',
  ownUser: 'access.ssh.user is the only user of machines, and may become root',
  noSecret: 'no file gets a secret: keys and tokens of the new cluster are made anew',
  ownEndpoint: 'the API has an address of its own: controlPlane.endpoint',
} as const;

/** Returns a path without the places of entries in lists. */
const withoutPlaces = (path: string) => path.replaceAll(/\[\d+\]/g, '');

/** Returns the part of a path that a key of a table is about. */
function partOf(path: string, key: string): string {
  const steps = path.split('.');
  const parts = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  return parts.find((part) => withoutPlaces(part) === key) ?? key;
}

/** Returns what an object has that a new cluster does not get, each with the reason. */
export function leftOutLines(name: string, { rest }: Source, reasons: LeftOut): string[] {
  const known = Object.keys(reasons);
  const keyOf = (path: string) => {
    const plain = withoutPlaces(path);
    const above = known.filter((one) => plain === one || plain.startsWith(`${one}.`));
    // The most exact one.
    return above.sort((one, other) => other.length - one.length)[0];
  };
  const lines = rest.map((path) => {
    const key = keyOf(path);
    if (key === undefined) return `${name}: ${path} is left out: it is not known here`;
    const reason = reasons[key] ?? '';
    return reason === '' ? '' : `${name}: ${partOf(path, key)} is left out: ${reason}`;
  });
  return [...new Set(lines)].filter((line) => line !== '');
}
