// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

/** The versions of the packages whose insides this package changes. */
export const knownVersions = {
  '@pulumi/kubernetes': '4.29.0',
  '@pulumi/pulumi': '3.259.0',
} as const;

type PackageName = keyof typeof knownVersions;

const load = createRequire(import.meta.url);

/** Returns the version of a package as programs load it. */
export function installedVersion(name: PackageName): string {
  return (load(`${name}/package.json`) as { readonly version: string }).version;
}

/**
 * Refuses to change the insides of a package that nobody has looked into.
 *
 * @param installed - replaced in tests.
 * @throws Error naming the package, both versions and what to do.
 */
export function checkVersions(installed: (name: PackageName) => string = installedVersion): void {
  for (const [name, known] of Object.entries(knownVersions) as [PackageName, string][]) {
    const found = installed(name);
    if (found === known) continue;
    throw new Error(
      `${name} ${found} is installed, but @strata/program-start knows the insides of ${known}: ` +
        'run npm ci; to go to another version, follow packages/program-start/README.md',
    );
  }
}
