// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import type { ContainerSettings, WorkloadSettings } from '@strata/manifest-objects';
import type { KubevirtStackConfig } from '../config/index.ts';

/**
 * Default memory and CPU of Multus on a host.
 *
 * Upstream's example requests 50Mi and 100m of CPU, with limits of the same size. After a restart
 * of the host all pods ask it for their network at once, and it does not limit how many it serves
 * (pkg/server of 4.3.0): with 60 pods it is OOM-killed again and again, with limits of 200Mi and
 * 500Mi this was still seen; at rest it uses 20Mi. While it is down no pod of the host gets a
 * network. Without a CPU limit requests finish sooner, and so fewer are open at once.
 *
 * @see
 * https://github.com/k8snetworkplumbingwg/multus-cni/blob/v4.3.0/deployments/multus-daemonset-thick.yml
 * @see https://github.com/k8snetworkplumbingwg/multus-cni/issues/1346
 * @see https://github.com/k8snetworkplumbingwg/multus-cni/issues/1416
 */
const defaultResources = {
  requests: { cpu: '100m', memory: '128Mi' },
  limits: { memory: '1Gi' },
} as const satisfies ContainerSettings['resources'];

/** Returns only the keys that have a value. */
const given = (amounts: Readonly<Record<string, string | undefined>> = {}) =>
  Object.fromEntries(
    Object.entries(amounts).flatMap(([key, amount]) =>
      amount === undefined ? [] : [[key, amount] as const],
    ),
  );

/** Returns the resources of Multus: the configured ones, and defaults for the rest. */
export function multusResources({
  requests,
  limits,
}: KubevirtStackConfig['multus']['resources']): NonNullable<ContainerSettings['resources']> {
  return {
    requests: { ...defaultResources.requests, ...given(requests) },
    limits: { ...defaultResources.limits, ...given(limits) },
  };
}

/**
 * Returns the settings that the platform adds to workloads of upstream's manifests.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/main.go (ignore-exclude-lb)
 */
export function workloadSettings(
  config: Pick<KubevirtStackConfig, 'metallb' | 'multus'>,
): Readonly<Partial<Record<ReleaseComponent, WorkloadSettings>>> {
  return {
    multus: {
      'DaemonSet/kube-system/kube-multus-ds': {
        'kube-multus': { resources: multusResources(config.multus.resources) },
      },
    },
    ...(config.metallb.excludedHosts === 'announce' && {
      metallb: {
        'DaemonSet/metallb-system/speaker': { speaker: { args: ['--ignore-exclude-lb'] } },
      },
    }),
  };
}
