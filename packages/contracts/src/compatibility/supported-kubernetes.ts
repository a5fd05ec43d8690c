// SPDX-License-Identifier: Apache-2.0
import type { ReleaseContent } from '../release.ts';
import { compareVersions, minorOf } from '../version-numbers.ts';
import { supportWindows } from './support-windows.ts';

/** Oldest and newest Kubernetes minor that an infra cluster may run. */
export interface KubernetesRange {
  readonly oldest: string;
  readonly newest: string;
}

const byVersion = (versions: readonly string[]) => [...versions].sort(compareVersions);

/**
 * Returns the Kubernetes minors that KubeVirt and CDI both support.
 *
 * @throws Error where nothing says which those are.
 */
export function supportedKubernetes({
  cdi,
  kubevirt,
}: Pick<ReleaseContent['components'], 'kubevirt' | 'cdi'>): KubernetesRange {
  const windows = supportWindows.filter(
    ({ minor, of, part }) =>
      of === 'infraKubernetes' &&
      ((part === 'kubevirt' && minor === minorOf(kubevirt.version)) ||
        (part === 'cdi' && minor === minorOf(cdi.version))),
  );
  const oldest = byVersion(windows.flatMap((window) => window.oldest ?? [])).at(-1);
  const newest = byVersion(windows.map((window) => window.newest))[0];
  if (oldest === undefined || newest === undefined) {
    throw new Error(`no support window has KubeVirt ${kubevirt.version}`);
  }
  return { oldest, newest };
}
