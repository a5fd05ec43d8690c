// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';
import { reservedCpus } from './performance-items.ts';
import type { ProfileItem } from './profile-item.ts';

const configDirectory = '/etc/kubernetes/kubelet.conf.d';

/** The kubelet's policy of each profile; on a node that runs it changes only when that is drained. */
export const cpuManagerPolicies: Readonly<Record<HostProfileName, 'none' | 'static'>> = {
  standard: 'none',
  'high-density': 'none',
  'high-performance': 'static',
};

/**
 * The profile's part of the kubelet's configuration. KubeOne writes the kubelet's file and not this
 * folder; kubeadm's unit leaves a variable for the flag that names the folder.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/kubelet-config-file/#kubelet-conf-d
 */
function kubeletItem(
  profile: HostProfileName,
  lines: (config: HostProfilesConfig) => readonly string[],
): ProfileItem {
  const dropIn = `/etc/systemd/system/kubelet.service.d/90-strata-${profile}.conf`;
  return {
    name: `kubelet, ${profile}`,
    isWanted: (wanted) => wanted === profile,
    files: (config) => [
      {
        path: `${configDirectory}/90-strata-${profile}.conf`,
        content: [
          'apiVersion: kubelet.config.k8s.io/v1beta1',
          'kind: KubeletConfiguration',
          ...lines(config),
          '',
        ].join('\n'),
      },
      {
        path: dropIn,
        content: [
          '[Service]',
          `Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml --config-dir=${configDirectory}"`,
          '',
        ].join('\n'),
      },
    ],
    apply: () => [
      'systemctl daemon-reload',
      // Before KubeOne there is none; a stopped one is started by who stopped it, or here.
      '[ ! -e "$R/var/lib/kubelet/config.yaml" ] || systemctl restart kubelet',
    ],
    isApplied: () =>
      '[ ! -e "$R/var/lib/kubelet/config.yaml" ] || systemctl is-active --quiet kubelet',
    mend: 'journalctl -u kubelet says why it does not start.',
    undo: () => [],
    afterUndo: ['[ ! -e "$R/var/lib/kubelet/config.yaml" ] || systemctl restart kubelet'],
    source: 'https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/',
  };
}

/** What the kubelet is told of the profile. */
export const kubeletItems: readonly ProfileItem[] = [
  kubeletItem('high-density', () => [
    'failSwapOn: false',
    'memorySwap:',
    '  swapBehavior: LimitedSwap',
  ]),
  kubeletItem('high-performance', (config) => [
    `cpuManagerPolicy: ${cpuManagerPolicies['high-performance']}`,
    `reservedSystemCPUs: "${reservedCpus(config)}"`,
    'topologyManagerPolicy: best-effort',
  ]),
];
