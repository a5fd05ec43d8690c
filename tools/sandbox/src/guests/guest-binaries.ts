// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { tools, type ToolName } from '@strata/toolchain';
import { kubeletReaders, kubernetesTools } from '../control-plane/kubernetes-versions.ts';
import type { BootFile } from '../guest/boot-file.ts';

/** Returns the path of a program of a tool. @throws Error when the sandbox was made without it. */
export type BinaryPath = (tool: string, binary: string) => string;

/**
 * Returns the paths of the programs in every guest's image, for each Kubernetes that this sandbox
 * has.
 */
export function guestBinaries(binaryPath: BinaryPath): BootFile['binaries'] {
  const byVersion = (family: readonly ToolName[], binary: string) =>
    family.flatMap((tool) => {
      try {
        return [[tools[tool].version, binaryPath(tool, binary)] as const];
      } catch {
        // This sandbox was made without this program.
        return [];
      }
    });
  const kubeadms = byVersion(Object.values(kubernetesTools), 'kubeadm');
  return {
    kubernetes: Object.fromEntries(kubeadms.map(([version, path]) => [version, dirname(path)])),
    etcd: binaryPath('etcd', 'etcd'),
    ignition: binaryPath('ignition-validate', 'ignition-validate'),
    kubelet: Object.fromEntries(byVersion(Object.values(kubeletReaders), 'kubelet-validate')),
  };
}
