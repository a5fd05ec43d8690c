// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the name of an image with its registry: without one, it is on Docker Hub, as container runtimes
 * read it.
 *
 * @see https://github.com/distribution/reference/blob/v0.6.0/normalize.go `splitDockerDomain`
 */
export function withRegistry(image: string): string {
  const [first = '', ...rest] = image.split('/');
  if (rest.length === 0) return `docker.io/library/${image}`;
  const isRegistry = /[.:]/.test(first) || first === 'localhost';
  return isRegistry ? image : `docker.io/${image}`;
}
