// SPDX-License-Identifier: Apache-2.0
import type { ToolName } from '@strata/toolchain';

/**
 * Kubernetes minors that a sandbox can run, with the tool that contains the control plane of each.
 */
export const kubernetesTools = {
  '1.34': 'kubernetes-1.34',
  '1.35': 'kubernetes',
} as const satisfies Readonly<Record<string, ToolName>>;

/** A Kubernetes minor that a sandbox can run. */
export type KubernetesMinor = keyof typeof kubernetesTools;

/** All Kubernetes minors that a sandbox can run, oldest first. */
export const kubernetesMinors = Object.keys(kubernetesTools) as KubernetesMinor[];

/** Program that reads a kubelet's settings, for machines of each minor. */
export const kubeletReaders = {
  '1.34': 'kubelet-validate-1.34',
  '1.35': 'kubelet-validate',
} as const satisfies Readonly<Record<KubernetesMinor, ToolName>>;
