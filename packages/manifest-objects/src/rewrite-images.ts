// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import { mapImages } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';

/**
 * An object with every image taken from a mirror, wherever it names one: also images that a part
 * names which is disabled now.
 *
 * @param mirror - as in {@link mirrorImage}; undefined leaves the object as it is.
 */
export function rewriteImages<T extends KubernetesObject>(
  object: T,
  mirror: string | undefined,
): T {
  return mirror === undefined ? object : mapImages(object, (image) => mirrorImage(image, mirror));
}
