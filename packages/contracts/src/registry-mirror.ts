// SPDX-License-Identifier: Apache-2.0

/** Prefix of container disks: CDI names images to import as URLs. */
const urlPrefix = 'docker://';

/** Registry of images that name none. */
const dockerHub = 'docker.io';

/**
 * Returns whether the first part of an image is a registry, and not a folder of Docker Hub.
 *
 * @see https://github.com/distribution/reference/blob/v0.6.0/normalize.go
 */
function isRegistry(part: string): boolean {
  return part.includes('.') || part.includes(':') || part === 'localhost';
}

/** Returns the path of an image in its registry, with its tag or digest. */
function pathOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  const [registry, path] =
    rest.length > 0 && isRegistry(first) ? [first, rest.join('/')] : [dockerHub, image];
  return registry === dockerHub && !path.includes('/') ? `library/${path}` : path;
}

/**
 * Returns the name of an image in a mirror: the mirror replaces the registry and the rest stays,
 * tag and digest included. Docker Hub's short names get their folder. An image that is in the
 * mirror already keeps its name.
 *
 * @param mirror - host with an optional port and an optional path, such as
 * `registry.example.org:5000/mirror`; undefined leaves the image as it is.
 */
export function mirrorImage(image: string, mirror: string | undefined): string {
  if (mirror === undefined) return image;
  if (image.startsWith(urlPrefix)) {
    return `${urlPrefix}${mirrorImage(image.slice(urlPrefix.length), mirror)}`;
  }
  return image.startsWith(`${mirror}/`) ? image : `${mirror}/${pathOf(image)}`;
}
