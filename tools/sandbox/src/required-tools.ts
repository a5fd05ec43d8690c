// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { toolNames, toolsFor } from '@strata/toolchain';
import type { ToolName } from '@strata/toolchain';
import { kubeletReaders, kubernetesTools } from './control-plane/kubernetes-versions.ts';
import { knownImages } from './kubelet/images.ts';
import type { Settings } from './settings.ts';

/**
 * Programs of the releases and Kubernetes minors that are not the default ones; they are built on
 * demand.
 */
const onDemand = new Set<ToolName>(toolNames.filter((name) => !toolsFor('start').includes(name)));

/**
 * Tools of images that not every sandbox has: those of backups of user clusters. A sandbox starts
 * without them, and pods with these images wait until they are built.
 */
export const optionalTools: readonly ToolName[] = toolNames.filter((name) => {
  const images = knownImages.filter(({ component }) => component === undefined);
  const isOfImage = images.some(
    ({ program }) => program.kind === 'binary' && program.tool === name,
  );
  return isOfImage && onDemand.has(name);
});

/** Returns every tool that a sandbox with these settings runs, in build order. */
export function requiredTools({ kubernetes, guestKubernetes, releases }: Settings): ToolName[] {
  const versions = releases.map((name) => findRelease(name)?.components);
  const images = knownImages
    .filter(({ component, version }) =>
      versions.some(
        (components) => component !== undefined && components?.[component].version === version,
      ),
    )
    .flatMap(({ program }) => (program.kind === 'binary' ? [program.tool] : []));
  const minors = [kubernetes, ...guestKubernetes].flatMap((minor) => [
    kubernetesTools[minor],
    kubeletReaders[minor],
  ]);
  const wanted = new Set([...minors, ...images]);
  return toolNames.filter((name) => wanted.has(name) || !onDemand.has(name));
}
