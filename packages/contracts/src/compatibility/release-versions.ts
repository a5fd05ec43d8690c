// SPDX-License-Identifier: Apache-2.0
import type { Release } from '../release.ts';
import type { Versions } from './versions.ts';

/** Returns the tag of an image, without a leading `v`. */
function tagOf(image: string): string {
  return image.slice(image.lastIndexOf(':') + 1).replace(/^v/, '');
}

/** Returns the versions in a release, for {@link Versions}. */
export function releaseVersions({ components, images, tenant }: Release): Versions {
  return {
    kubevirt: components.kubevirt.version,
    cdi: components.cdi.version,
    cilium: tenant.cilium.version,
    'cloud-controller-manager': tagOf(images['cloud-controller-manager'].image),
    'csi-driver': tagOf(images['csi-driver'].image),
  };
}
