// SPDX-License-Identifier: Apache-2.0
import { dottedName, field, labels, listOf } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * Makes a field for an amount of bytes in Kubernetes' notation.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function byteQuantity() {
  return field(
    z.string().regex(/^[1-9]\d*([KMGTPE]i|[kMGTPE])?$/),
    'an amount of bytes such as "64Mi" or "10Gi"',
  );
}

/** Makes a field for a duration in hours, minutes and seconds, as KubeVirt and CDI write it. */
export function duration() {
  return field(
    z.string().regex(/^(?=\d)(\d+h)?(\d+m)?(\d+s)?$/),
    'a time such as "168h" or "1m30s"',
  );
}

/**
 * Labels that a node must all have.
 *
 * @example
 * nodeSelector:
 *   example.com/density: high
 */
export const nodeSelector = labels('a mapping of labels to their values');

/**
 * Names of Secrets of type `kubernetes.io/dockerconfigjson`; the field that uses it says in which
 * namespace.
 */
export const pullSecrets = listOf(dottedName(), 'a list of names of Secrets');
