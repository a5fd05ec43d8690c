// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import { mapImages } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';

/**
 * Returns an object in which all images are replaced by those of a mirror, also images of parts that
 * are disabled.
 *
 * @param mirror - mirror as in {@link mirrorImage}; undefined returns the object unchanged.
 */
export function rewriteImages<T extends KubernetesObject>(
  object: T,
  mirror: string | undefined,
): T {
  return mirror === undefined ? object : mapImages(object, (image) => mirrorImage(image, mirror));
}
