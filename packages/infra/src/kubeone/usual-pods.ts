// SPDX-License-Identifier: Apache-2.0

/**
 * Number of pods on a node whose host has no `maxPods`: the kubelet's own.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/
 */
export const usualPods = 110;
