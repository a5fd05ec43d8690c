// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';
import type { ProfileFile } from './profile-item.ts';

const configDirectory = '/etc/kubernetes/kubelet.conf.d';

/**
 * What of the memory the memory manager leaves to the host: it must be the sum of what the kubelet
 * reserves (KubeOne: nothing) and of its threshold for evictions (its own default).
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/memory-manager/#reserved-memory-flag
 */
const reservedMemory = '100Mi';

/** NUMA nodes hand out memory and large pages too, where CPUs have to be near them. */
const memoryManager = [
  'memoryManagerPolicy: Static',
  'reservedMemory:',
  '  - numaNode: 0',
  '    limits:',
  `      memory: ${reservedMemory}`,
];

/**
 * What the kubelet is told of a profile, as lines of its configuration. `@CPUS@` are the CPUs that are
 * the host's own, which the host finds out: see reserved-cpus.sh.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/
 * @see https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/
 */
const settings: Readonly<
  Record<HostProfileName, (config: HostProfilesConfig) => readonly string[]>
> = {
  standard: () => [],
  'high-density': () => ['failSwapOn: false', 'memorySwap:', '  swapBehavior: LimitedSwap'],
  'high-performance': ({ highPerformance: { topologyManager } }) => [
    'cpuManagerPolicy: static',
    'reservedSystemCPUs: "@CPUS@"',
    `topologyManagerPolicy: ${topologyManager}`,
    ...(topologyManager === 'best-effort' ? [] : memoryManager),
  ],
};

/**
 * The profile's part of the kubelet's configuration. KubeOne writes the kubelet's file and not this
 * folder; kubeadm's unit leaves a variable for the flag that names the folder.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/kubelet-config-file/#kubelet-conf-d
 */
export function kubeletFiles(
  profile: HostProfileName,
  config: HostProfilesConfig,
): readonly ProfileFile[] {
  const lines = settings[profile](config);
  if (lines.length === 0) return [];
  const head = ['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration'];
  const flags = `--config=/var/lib/kubelet/config.yaml --config-dir=${configDirectory}`;
  return [
    {
      path: `${configDirectory}/90-strata-${profile}.conf`,
      content: [...head, ...lines, ''].join('\n'),
    },
    {
      path: `/etc/systemd/system/kubelet.service.d/90-strata-${profile}.conf`,
      content: ['[Service]', `Environment="KUBELET_CONFIG_ARGS=${flags}"`, ''].join('\n'),
    },
  ];
}
