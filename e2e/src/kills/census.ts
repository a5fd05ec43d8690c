// SPDX-License-Identifier: Apache-2.0
import { initTokenDescription } from '@strata/user-cluster/machine-data';

/** An object of a cluster, as far as it is told from others. */
export interface CountedObject {
  readonly kind: string;
  /** Empty for what has none. */
  readonly namespace: string;
  readonly name: string;
  /** `<namespace>/<name>` of the claim of a PersistentVolume. */
  readonly claim?: string;
  /** `data.description` of a Secret, decoded: what a bootstrap token is for. */
  readonly description?: string;
}

/**
 * Kinds that come and go by themselves, under names that nobody chose. Machines and what they need
 * are counted by VirtualMachine, VirtualMachineInstance, DataVolume and PersistentVolumeClaim.
 */
const restless: readonly string[] = [
  'Event',
  'Lease',
  'Pod',
  'Endpoints',
  'EndpointSlice',
  'ReplicaSet',
  'ControllerRevision',
  'CertificateSigningRequest',
  'VolumeAttachment',
  'CSINode',
  'IPAddress',
  'PodMetrics',
  'VirtualMachineInstanceMigration',
  'NodeMetrics',
  'ComponentStatus',
];

/** Parts of names that are others in another cluster: identities, hashes, tokens. */
const chosenByChance: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#'],
  [/^bootstrap-token-[a-z0-9]{6}$/, 'bootstrap-token-#'],
  [/\b(?=[a-f]*[0-9])[0-9a-f]{8,64}\b/g, '#'],
];

/** How an object is called in a census: `Kind/namespace/name`, the same in every cluster. */
export function censusName({ claim, kind, name, namespace }: CountedObject): string {
  const own =
    claim === undefined
      ? chosenByChance.reduce((text, [pattern, by]) => text.replace(pattern, by), name)
      : `of ${chosenByChance.reduce((text, [pattern, by]) => text.replace(pattern, by), claim)}`;
  return [kind, ...(namespace === '' ? [] : [namespace]), own].join('/');
}

/** The objects that are counted, by their names in a census; a name stands as often as there are such objects. */
export function censusOf(objects: readonly CountedObject[]): readonly string[] {
  return (
    objects
      .filter(({ kind }) => !restless.includes(kind))
      // kubeadm makes it whenever a control-plane VM starts, and it expires after a minute.
      .filter(({ description }) => description !== initTokenDescription)
      .map(censusName)
      .sort()
  );
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Compares two lists of names, and returns one line for each name that is lost, left over, or there
 * too often or too rarely.
 *
 * @returns an empty list if both have the same objects, each of them equally often.
 */
export function compareCensus(
  expected: readonly string[],
  found: readonly string[],
): readonly string[] {
  const [before, after] = [countsOf(expected), countsOf(found)];
  return [...new Set([...expected, ...found])].sort().flatMap((name) => {
    const [should, is] = [before.get(name) ?? 0, after.get(name) ?? 0];
    if (should === is) return [];
    if (should === 0) return [`left over: ${name}${is > 1 ? `, ${is} times` : ''}`];
    if (is === 0) return [`lost: ${name}${should > 1 ? `, ${should} of them` : ''}`];
    return [`${is > should ? 'too many' : 'too few'}: ${name}, ${is} instead of ${should}`];
  });
}
