// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { isOfKind } from '../translate/read-objects.ts';
import type { ReadObject } from '../translate/read-objects.ts';
import { Source } from '../translate/source.ts';
import {
  extraResourceLabel,
  otherKinds,
  ownCloudController,
  translatedKinds,
} from './object-kinds.ts';

const templates = ['KubeadmConfigTemplate', 'KubevirtMachineTemplate'] as const;

/** Returns why an object is left out; empty for one that nobody misses, and for one that is translated. */
function reasonOf(object: ReadObject, followed: ReadonlySet<object>): string {
  const kind = String(object.kind);
  if (templates.some((one) => isOfKind(object, one, translatedKinds[one]))) {
    return followed.has(object) ? '' : 'no object of the file refers to it';
  }
  const isTranslated = Object.entries(translatedKinds).some(([one, group]) =>
    isOfKind(object, one, group),
  );
  if (isTranslated) return '';
  const labels = new Source(object).peek('metadata.labels');
  if (isMapping(labels) && labels[extraResourceLabel] !== undefined) return ownCloudController;
  return otherKinds[kind] ?? 'it is not known here';
}

/**
 * Returns messages about the objects of a file that are not translated.
 *
 * @param followed - objects to which others refer.
 */
export function otherObjects(
  objects: readonly ReadObject[],
  followed: ReadonlySet<object>,
): string[] {
  return objects.flatMap((object) => {
    if (typeof object.kind !== 'string') return [];
    const reason = reasonOf(object, followed);
    const { kind, metadata } = object;
    return reason === '' ? [] : [`${kind} ${metadata?.name ?? '?'} is left out: ${reason}`];
  });
}
