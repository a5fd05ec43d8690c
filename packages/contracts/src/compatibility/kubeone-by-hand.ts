// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '../version-numbers.ts';
import { drivenKubeone, kubeoneMinors } from './kubeone-minors.ts';

/**
 * Returns who takes an infra cluster of KubeOne to a Kubernetes minor from the one before: undefined for the KubeOne that
 * this checkout drives, and otherwise an instruction. A KubeOne wants clusters on the oldest minor that it installs
 * before it takes them over.
 *
 * @param to - minor, such as `1.35`, or a version of it.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/CHANGELOG/CHANGELOG-1.14.md
 */
export function kubeoneByHand(to: string): string | undefined {
  const able = kubeoneMinors.filter(
    ({ newest, oldest }) => minorsAhead(to, oldest) >= 1 && minorsAhead(newest, to) >= 0,
  );
  const { minor: driven, newest, oldest } = drivenKubeone;
  if (able.includes(drivenKubeone)) return undefined;
  const which =
    able.length === 0
      ? 'a KubeOne that installs both minors'
      : `KubeOne ${able.map(({ minor }) => minor).join(' or ')}`;
  return `by hand with ${which}, because KubeOne ${driven} of this checkout takes over clusters of Kubernetes ${oldest} to ${newest}`;
}
