// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import type { KnownKinds } from '../translate/other-objects.ts';
import type { ReadObject } from '../translate/read-objects.ts';
import { Source } from '../translate/source.ts';
import {
  extraResourceLabel,
  otherKinds,
  ownCloudController,
  translatedKinds,
} from './object-kinds.ts';

/** Returns why an object of the cloud controller is left out. */
function reasonOf(object: ReadObject): string | undefined {
  const labels = new Source(object).peek('metadata.labels');
  return isMapping(labels) && labels[extraResourceLabel] !== undefined
    ? ownCloudController
    : undefined;
}

/** Kinds of objects that the file of a cluster of Cluster API may have. */
export const knownKinds: KnownKinds = {
  translated: translatedKinds,
  referred: ['KubeadmConfigTemplate', 'KubevirtMachineTemplate'],
  others: otherKinds,
  reasonOf,
};
