// SPDX-License-Identifier: Apache-2.0
import { guestsWithoutServices } from '../cluster/check-cilium.ts';
import type { KubeoneConfig } from '../config/index.ts';

/** @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/containerruntime/containerd_config.go `buildRegistryHostConfigs` */
const hubAlone =
  'kubeone.containerd.registries: KubeOne has containerd ask docker.io at registry-1.docker.io alone and not at the ' +
  'mirrors of "*"; without a way there, give docker.io its mirrors, too';

/** Returns warnings about what a cluster with this configuration does not do. */
export function kubeoneWarnings({ containerd, network }: KubeoneConfig): string[] {
  const { cni } = network;
  const names = Object.keys(containerd.registries);
  return [
    ...(cni.name === 'cilium' && cni.kubeProxyReplacement
      ? [
          `kubeone.network.cni.kubeProxyReplacement: ${guestsWithoutServices}, which KubeOne's Cilium cannot be told`,
        ]
      : []),
    ...(names.includes('*') && !names.includes('docker.io') ? [hubAlone] : []),
  ];
}

/** Returns what KubeOne does to all hosts when some join a cluster that runs. */
export function joinWarning(joining: readonly string[]): string {
  const verb = joining.length === 1 ? 'joins' : 'join';
  return (
    `${joining.join(', ')} ${verb}: KubeOne installs the newest containerd 2.2 of the package source on all hosts at ` +
    'the same time, where theirs is older, and restarts it (docs/bare-metal.md#what-a-run-does)'
  );
}
