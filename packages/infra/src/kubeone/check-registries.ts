// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { hubServerProblem } from '@strata/contracts/fields';
import type { KubeoneConfig } from '../config/index.ts';

/** @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/containerruntime/containerd_config.go#L147 */
const noLoginOfAll =
  'KubeOne gives containerd no login of "*", for a login belongs to one host; name each registry with its own username and password';

/**
 * KubeOne writes mirrors as keys of a map, which its encoder of TOML sorts, and containerd asks them in that order.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/containerruntime/containerd_config.go#L114
 */
function checkMirrors(mirrors: readonly string[]): string[] {
  const sorted = [...mirrors].sort();
  if (mirrors.join() === sorted.join()) return [];
  return [
    `KubeOne sorts mirrors by their URLs, so containerd would ask ${sorted.join(', then ')}; give them in that order`,
  ];
}

/**
 * Reports logins of containerd that reach no registry, and mirrors that it would ask in another order.
 *
 * @see https://github.com/containerd/containerd/blob/v1.7.28/pkg/cri/server/image_pull.go (registryHosts)
 */
export function checkRegistries({ containerd }: KubeoneConfig): Problem[] {
  return Object.entries(containerd.registries).flatMap(
    ([name, { mirrors, username, password }]) => {
      const path = ['kubeone', 'containerd', 'registries', name];
      // containerd looks up credentials by the name of the server, and mirrors by that in images.
      const server = username === undefined ? hubServerProblem(name) : undefined;
      return [
        ...(name === '*' && username !== undefined ? [{ path, message: noLoginOfAll }] : []),
        ...checkMirrors(mirrors).map((message) => ({ path: [...path, 'mirrors'], message })),
        ...(server === undefined ? [] : [{ path, message: server }]),
        ...((username === undefined) === (password === undefined)
          ? []
          : [{ path, message: 'give both username and password, or none of them' }]),
      ];
    },
  );
}
