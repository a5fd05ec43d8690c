// SPDX-License-Identifier: Apache-2.0
import type { Release } from './release.ts';
import { v17 } from './release-contents/v1.7.ts';
import { v18 } from './release-contents/v1.8.ts';
import { v19 } from './release-contents/v1.9.ts';

const supportMatrix =
  'https://github.com/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md';

/**
 * Every release of the platform, oldest first. A release is named after its KubeVirt minor; the `v`
 * keeps YAML from reading a number. CDI appears about a week after the KubeVirt that it was tested
 * with; the pairing follows the two projects' tag dates and CI lanes.
 *
 * This file has only what stacks of other releases, and those of infra clusters, ask about a
 * release. What it installs is in a file of its own, so that changing that reaches only the stacks
 * on that release.
 */
export const releases = [
  {
    name: 'v1.7',
    kubernetes: { oldest: '1.32', newest: '1.34', source: supportMatrix },
    ...v17,
    reachableFrom: [],
  },
  {
    name: 'v1.8',
    kubernetes: { oldest: '1.33', newest: '1.35', source: supportMatrix },
    ...v18,
    reachableFrom: ['v1.7'],
  },
  {
    name: 'v1.9',
    // KubeVirt 1.9 supports 1.36 as well; CDI 1.65, which comes with it here, is tested up to 1.35.
    kubernetes: { oldest: '1.34', newest: '1.35', source: supportMatrix },
    ...v19,
    reachableFrom: ['v1.8'],
  },
] as const satisfies readonly Release[];

/** Name of a release. */
export type ReleaseName = (typeof releases)[number]['name'];

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
