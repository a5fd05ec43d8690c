// SPDX-License-Identifier: Apache-2.0
import { isWanted } from './choose-objects.ts';
import type { ObjectChoice } from './choose-objects.ts';
import type { BackupObject, ManifestMetadata } from './manifest.ts';

/** Kinds whose content decides what becomes of other objects: whether they have ended, and which volumes they have. */
const deciding: ReadonlySet<string> = new Set([
  'jobs.batch',
  'persistentvolumeclaims',
  'pods',
  'services',
]);

/** Annotation with a copy of the whole object. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

function withoutCopy(metadata: ManifestMetadata): ManifestMetadata {
  if (metadata.annotations?.[lastApplied] === undefined) return metadata;
  const annotations = Object.entries(metadata.annotations).filter(([name]) => name !== lastApplied);
  return { ...metadata, annotations: Object.fromEntries(annotations) };
}

/**
 * Returns an object of a backup as it is kept in memory: with all of its content when somebody wants it, else with
 * what decides about others. A backup can have several GiB, and is read for one namespace.
 */
export function neededParts(
  { label, manifest }: BackupObject,
  choice: Pick<ObjectChoice, 'kinds' | 'namespaces'>,
): BackupObject {
  const { managedFields, ...others } = manifest.metadata;
  // Says which node ports people have chosen.
  const isService = label === 'services' && managedFields !== undefined;
  const metadata: ManifestMetadata = isService ? { ...others, managedFields } : others;
  const whole = { label, manifest: { ...manifest, metadata } };
  if (metadata.namespace === undefined || deciding.has(label) || isWanted(whole, choice)) {
    return whole;
  }
  const { apiVersion, kind } = manifest;
  return { label, manifest: { apiVersion, kind, metadata: withoutCopy(metadata) } };
}
