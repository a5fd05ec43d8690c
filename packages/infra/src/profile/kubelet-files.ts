// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '../config/index.ts';
import type { ProfileFile } from './profile-item.ts';

const configDirectory = '/etc/kubernetes/kubelet.conf.d';

/**
 * Memory that the memory manager leaves to the host. It must be the sum of the kubelet's reserved
 * memory (KubeOne sets none) and its eviction threshold (the kubelet's default).
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/memory-manager/#reserved-memory-flag
 */
const reservedMemory = '100Mi';

/** Settings by which VMs also get memory and hugepages from the NUMA nodes of their CPUs. */
const memoryManager = [
  'memoryManagerPolicy: Static',
  'reservedMemory:',
  '  - numaNode: 0',
  '    limits:',
  `      memory: ${reservedMemory}`,
];

/**
 * Lines of the kubelet configuration for each profile. `@CPUS@` stands for the CPUs reserved for the
 * host, which the script finds on the host: see reserved-cpus.sh.
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
 * Returns the files with the profile's part of the kubelet configuration. KubeOne writes the main
 * file of the kubelet but not this folder; kubeadm's systemd unit has a variable for the flag that
 * names the folder.
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
