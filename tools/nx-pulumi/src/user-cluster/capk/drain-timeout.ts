// SPDX-License-Identifier: Apache-2.0
import { drainFor } from '../translate/drain.ts';
import type { Drain } from '../translate/drain.ts';
import { checkedDuration } from '../translate/go-duration.ts';
import { numberAt } from '../translate/number-at.ts';
import type { Source } from '../translate/source.ts';

/**
 * Returns how long pods may take to leave a machine: a duration in v1beta1, a number of seconds in v1beta2.
 * Without it, or with 0, Cluster API waits for ever.
 *
 * @param title - of the object, for errors and messages.
 * @param path - of what has the key, by both versions.
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/machine_types.go `MachineDeletionSpec`
 * @throws Error when it is neither.
 */
export function drainOf(
  title: string,
  source: Source,
  path: { readonly v1beta1: string; readonly v1beta2: string },
): Drain {
  const duration = `${path.v1beta1}.nodeDrainTimeout`;
  const text = source.text(duration);
  const ofText = checkedDuration(title, duration, text);
  const seconds = `${path.v1beta2}.deletion.nodeDrainTimeoutSeconds`;
  const place = text === undefined ? seconds : duration;
  return drainFor(title, place, ofText ?? numberAt(title, source, seconds));
}
