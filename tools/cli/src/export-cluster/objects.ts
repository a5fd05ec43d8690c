// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '@strata/contracts/mapping';
import type { Mapping } from '@strata/contracts/mapping';
import { plainValue } from '@strata/prove-restore/state';
import type { StateResource } from '@strata/prove-restore/state';
import { stringify } from 'yaml';

/** Annotations for Pulumi's provider alone begin like this. */
const ofPulumi = 'pulumi.com/';

const without = (fields: Mapping, isLeftOut: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !isLeftOut(key)));

/** Returns the inputs of an object without what only Pulumi's provider reads. */
function manifestOf(inputs: Mapping): Mapping {
  const fields = without(inputs, (key) => key.startsWith('__'));
  if (!isMapping(fields.metadata) || !isMapping(fields.metadata.annotations)) return fields;
  const annotations = without(fields.metadata.annotations, (key) => key.startsWith(ofPulumi));
  const metadata = without(fields.metadata, (key) => key === 'annotations');
  const isEmpty = Object.keys(annotations).length === 0;
  return { ...fields, metadata: isEmpty ? metadata : { ...metadata, annotations } };
}

/** Whether a resource is an object of Kubernetes. */
function isObject({ inputs, type }: StateResource): boolean {
  return (
    type.startsWith('kubernetes:') && inputs.apiVersion !== undefined && inputs.kind !== undefined
  );
}

/**
 * Returns objects as one file for kubectl, in the order in which they were made: what others need comes
 * first. A patch of an object that somebody else owns is none.
 */
export function manifests(resources: readonly StateResource[]): string {
  return resources
    .filter((one) => isObject(one) && !one.type.endsWith('Patch'))
    .map(({ inputs }) => manifestOf(plainValue(inputs) as Mapping))
    .map((manifest) => stringify(manifest, { aliasDuplicateObjects: false }))
    .join('---\n');
}
