// SPDX-License-Identifier: Apache-2.0
import type { Component, ImagePin } from '../recipes/component.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';
import { listImages, mapImages } from '../image-references.ts';

/**
 * Replaces images by their pins.
 *
 * @throws ManifestError naming every pin for an image that no object names, because upstream has
 * changed.
 */
export function pinImages(
  objects: readonly KubernetesObject[],
  pins: readonly ImagePin[],
): KubernetesObject[] {
  const named = listImages(objects);
  const unused = pins.filter(({ from }) => !named.includes(from));
  if (unused.length > 0) {
    throw new ManifestError(
      `no object names ${unused.map(({ from }) => from).join(', ')}: ` +
        'take the pin out of the table of components',
    );
  }
  const replace = (image: string) => pins.find(({ from }) => from === image)?.to ?? image;
  return objects.map((object) => mapImages(object, replace));
}

/**
 * Refuses images whose tag is not the component's version: floating tags (`latest`, `stable`) and
 * tags of another release. A digest may follow the tag. Images with versions of their own are
 * listed in the component.
 *
 * @throws ManifestError naming all refused images, and all listed images that no object names.
 */
export function checkImageTags(
  images: readonly string[],
  { version, otherImages = [] }: Component,
): void {
  const carriesVersion = (image: string) => {
    const [, tag = ''] = /:([\w.-]+)(?:@sha256:[0-9a-f]{64})?$/.exec(image) ?? [];
    return [version, `v${version}`].some((own) => tag === own || tag.startsWith(`${own}-`));
  };
  const wrong = images.filter((image) => !carriesVersion(image) && !otherImages.includes(image));
  if (wrong.length > 0) {
    throw new ManifestError(
      `the tag of ${wrong.join(', ')} is not version ${version}: pin it in the table of components`,
    );
  }
  const unused = otherImages.filter((image) => !images.includes(image));
  if (unused.length > 0) {
    throw new ManifestError(
      `no object names ${unused.join(', ')}: take it out of the table of components`,
    );
  }
}
