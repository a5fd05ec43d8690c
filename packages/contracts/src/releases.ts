// SPDX-License-Identifier: Apache-2.0
import { supportedKubernetes } from './compatibility/supported-kubernetes.ts';
import type { Release, ReleaseContent } from './release.ts';
import { v17 } from './release-contents/v1.7.ts';
import { v18 } from './release-contents/v1.8.ts';
import { v19 } from './release-contents/v1.9.ts';

/**
 * Components that each release of the platform installs, oldest release first. A release is named
 * after its KubeVirt minor version; the `v` keeps YAML from reading the name as a number. A version
 * of CDI appears about a week after the version of KubeVirt that it was tested with; the pairing
 * follows the two projects' tag dates and CI lanes.
 *
 * Each release has its own file, so that a change to one affects only the stacks on that release.
 */
const contents = {
  'v1.7': v17,
  'v1.8': v18,
  'v1.9': v19,
} as const satisfies Readonly<Record<string, ReleaseContent>>;

/** Name of a release. */
export type ReleaseName = keyof typeof contents;

type NamedRelease = Release & { readonly name: ReleaseName };

const names = Object.keys(contents) as ReleaseName[];

/** Every release, oldest first. An update to one is tested from the release before it. */
export const releases = names.map((name, index): NamedRelease => ({
  name,
  ...contents[name],
  kubernetes: supportedKubernetes(contents[name].components),
  reachableFrom: names.slice(0, index).slice(-1),
})) as [NamedRelease, ...NamedRelease[]];

/** The release of environments that name none. */
export const defaultRelease: ReleaseName = 'v1.8';

/** Returns the release of that name, or undefined. */
export function findRelease(name: string): Release | undefined {
  return releases.find((release) => release.name === name);
}

/** Returns the path of the file with a release's contents, from the root of the repository. */
export function releaseContentFile(name: string): string {
  return `packages/contracts/src/release-contents/${name}.ts`;
}
