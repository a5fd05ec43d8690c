// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { KubeoneConfig } from '../config/index.ts';

/**
 * Refuses an insecure registry with a path: KubeOne writes it as a host of containerd, which puts `/v2` behind the
 * path of a host, and asks for the whole name of the image below that.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/containerruntime/containerd_config.go (buildRegistryHostConfigs, marshalContainerdConfigs)
 * @see https://github.com/containerd/containerd/blob/v2.2.0/core/remotes/docker/config/hosts.go (parseHostConfig)
 */
export function checkImageRegistry({ imageRegistry }: KubeoneConfig): Problem[] {
  if (imageRegistry?.insecure !== true) return [];
  const [, path] = /^[^/]+(\/.*)$/.exec(imageRegistry.overwrite) ?? [];
  if (path === undefined) return [];
  return [
    {
      path: ['kubeone', 'imageRegistry', 'insecure'],
      message: `with it containerd would look for images below ${path}/v2${path}; take a registry without a path, or give it a certificate that hosts trust`,
    },
  ];
}
