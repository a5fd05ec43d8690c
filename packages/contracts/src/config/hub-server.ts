// SPDX-License-Identifier: Apache-2.0

/**
 * Servers of Docker Hub: images that name them, or no registry, are those of docker.io.
 *
 * @see https://github.com/distribution/reference/blob/v0.6.0/normalize.go `splitDockerDomain`
 */
const namesOfHub: readonly string[] = ['index.docker.io', 'registry-1.docker.io', 'hub.docker.com'];

/**
 * Returns why a mirror of a registry would never be asked.
 *
 * @param registry - its name, as a configuration of containerd has it.
 * @returns undefined for a name that images have.
 */
export function hubServerProblem(registry: string): string | undefined {
  if (!namesOfHub.includes(registry)) return undefined;
  return `containerd never asks for "${registry}": images name it docker.io`;
}
