// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '../version-numbers.ts';
import { supportWindows } from './support-windows.ts';

const windows = supportWindows.filter(({ part }) => part === 'kubeone');

/** KubeOne that this checkout drives: the newest in the tables (`kubeoneRelease` of infra is the same one). */
const driven = windows.at(-1);

/**
 * Returns who takes an infra cluster of KubeOne to a Kubernetes minor from the one before: undefined for the KubeOne that
 * this checkout drives, and otherwise an instruction. A KubeOne wants clusters on the oldest minor that it installs
 * before it takes them over.
 *
 * @param to - minor, such as `1.35`, or a version of it.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/CHANGELOG/CHANGELOG-1.14.md
 */
export function kubeoneByHand(to: string): string | undefined {
  const able = windows.filter(
    ({ newest, oldest = newest }) => minorsAhead(to, oldest) >= 1 && minorsAhead(newest, to) >= 0,
  );
  if (driven === undefined || able.includes(driven)) return undefined;
  const which =
    able.length === 0
      ? 'a KubeOne that installs both minors'
      : `KubeOne ${able.map(({ minor }) => minor).join(' or ')}`;
  return `by hand with ${which}, because KubeOne ${driven.minor} of this checkout takes over clusters of Kubernetes ${driven.oldest ?? ''} to ${driven.newest}`;
}
