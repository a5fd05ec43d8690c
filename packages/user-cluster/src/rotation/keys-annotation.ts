// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { annotationKeys } from '@strata/contracts';
import { parseRecord } from './parse-record.ts';
import { rotatedKeys, stepOf } from './rotation-steps.ts';
import type { RotatedKey, Rotations } from './rotation-steps.ts';

/** Step of each key on one control-plane VM; see {@link stepOf}. */
export type KeySteps = Readonly<Record<RotatedKey, number>>;

/** Returns the step of each key in a configuration; the first one for a key that it does not name. */
export function keySteps(rotations: Rotations): KeySteps {
  const steps = rotatedKeys.map((key) => {
    const rotation = rotations[key];
    return [key, rotation === undefined ? 0 : stepOf(key, rotation)] as const;
  });
  return Object.fromEntries(steps) as Record<RotatedKey, number>;
}

/**
 * Returns the annotation that records how far each rotation is on a VM; none while all keys are those
 * that the cluster was made with.
 */
export function keysAnnotation(rotations: Rotations): Readonly<Record<string, string>> {
  const rotated = rotatedKeys.filter((key) => keySteps(rotations)[key] !== 0);
  if (rotated.length === 0) return {};
  const entries = rotated.map((key) => {
    const { generation, phase } = rotations[key] ?? {};
    return [key, { generation, phase }] as const;
  });
  return { [annotationKeys.keys]: JSON.stringify(Object.fromEntries(entries)) };
}

/**
 * Reads the annotation of a VM or of its Secret.
 *
 * @param owner - the object, for the message.
 * @throws RunError when the annotation cannot be read: nobody could say then which keys the VM has.
 */
export function readKeysAnnotation(
  owner: string,
  annotations: Readonly<Record<string, string>> | undefined,
): KeySteps {
  const text = annotations?.[annotationKeys.keys] ?? '{}';
  const record = parseRecord(text);
  const steps = keySteps(record ?? {});
  const isRight = record !== undefined && Object.values(steps).every(Number.isInteger);
  if (isRight && Object.values(steps).every((step) => step >= 0)) return steps;
  throw new pulumi.RunError(
    `the annotation ${annotationKeys.keys} of ${owner} is ${text}, which is no record of its keys: ` +
      'write there what it has, such as {"serviceAccount":{"generation":2,"phase":"sign"}}',
  );
}
