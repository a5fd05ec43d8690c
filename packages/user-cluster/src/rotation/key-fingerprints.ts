// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { annotationKeys } from '@strata/contracts';
import { parseRecord } from './parse-record.ts';

/**
 * Fingerprints of keys by their names, which are those of their resources without the name of the
 * cluster: `encryption`, `encryption-2`, `service-account`, `cluster`, `etcd`, `front-proxy`.
 */
export type KeyFingerprints = Readonly<Record<string, string>>;

/** Keys of one VM of the control plane, or of a Secret that a missing VM started with. */
export interface RecordedFingerprints {
  /** Such as `VirtualMachine cp-0`. */
  readonly owner: string;
  readonly fingerprints: KeyFingerprints;
}

/** Returns the annotation that records which keys a VM has. */
export function fingerprintsAnnotation(
  fingerprints: pulumi.Input<KeyFingerprints>,
): Readonly<Record<string, pulumi.Output<string>>> {
  const text = pulumi.output(fingerprints).apply((known) => JSON.stringify(known));
  return { [annotationKeys.keyFingerprints]: text };
}

/**
 * Reads the annotation of a VM or of its Secret.
 *
 * @param owner - the object, for the message.
 * @returns nothing for an object of an earlier version of Strata, which has no such annotation.
 * @throws RunError when the annotation cannot be read: nobody could say then which keys the VM has.
 */
export function readFingerprints(
  owner: string,
  annotations: Readonly<Record<string, string>> | undefined,
): KeyFingerprints {
  const text = annotations?.[annotationKeys.keyFingerprints];
  if (text === undefined) return {};
  const record = parseRecord(text);
  if (record !== undefined && hasTextsOnly(record)) return record;
  throw new pulumi.RunError(
    `the annotation ${annotationKeys.keyFingerprints} of ${owner} is ${text}, which is no record of its keys: ` +
      'restore its former value, or remove the annotation once you know that the stack still has the keys of the VM',
  );
}

function hasTextsOnly(record: Readonly<Record<string, unknown>>): record is KeyFingerprints {
  return Object.values(record).every((value) => typeof value === 'string');
}
