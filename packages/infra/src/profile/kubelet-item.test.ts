// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';
import { kubeletProblems } from '@strata/testing';
import { loadYaml } from '@kubernetes/client-node';
import { profileItems } from './profile-items.ts';

const highPerformance: HostProfilesConfig['highPerformance'] = {
  ...{ reservedCores: 2, hugepagesGiB: 0, governor: 'performance', pinInterrupts: true },
};
const config: HostProfilesConfig = {
  profile: 'standard',
  hosts: {},
  highDensity: { swapGiB: 0, swappiness: 60, ksmPagesToScan: 500 },
  highPerformance,
};

/** Every configuration of a kubelet that a profile puts on a host, by its path. */
function kubeletFiles(profile: HostProfileName, wanted: HostProfilesConfig) {
  const files = profileItems
    .filter((item) => item.isWanted(profile, wanted))
    .flatMap((item) => item.files(wanted));
  return files.filter(({ content }) => content.includes('kind: KubeletConfiguration'));
}

/**
 * What KubeOne gives the kubelets of its hosts besides, by way of kubeadm.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/kubernetesconfigs/kubelet.go `NewKubeletConfiguration`
 */
const ofKubeOne = {
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  cgroupDriver: 'systemd',
  readOnlyPort: 0,
  rotateCertificates: true,
  serverTLSBootstrap: true,
  clusterDNS: ['169.254.20.10'],
  containerLogMaxSize: '100Mi',
  containerLogMaxFiles: 5,
  maxPods: 110,
};

const profiles: readonly (readonly [string, HostProfileName, Partial<typeof highPerformance>])[] = [
  ['high-density', 'high-density', {}],
  ['high-performance', 'high-performance', {}],
  ['high-performance with one core for the host', 'high-performance', { reservedCores: 1 }],
  ['high-performance with large pages', 'high-performance', { hugepagesGiB: 64 }],
];

test.each(profiles)('%s: its kubelet starts, and warns of nothing', (_what, profile, change) => {
  const files = kubeletFiles(profile, {
    ...config,
    highPerformance: { ...highPerformance, ...change },
  });
  expect(files.map(({ path }) => path)).toEqual([
    `/etc/kubernetes/kubelet.conf.d/90-strata-${profile}.conf`,
  ]);
  for (const { content } of files) {
    expect(kubeletProblems(content)).toEqual([]);
    const merged = { ...ofKubeOne, ...loadYaml<object>(content) };
    expect(kubeletProblems(JSON.stringify(merged))).toEqual([]);
  }
});

test('standard: the kubelet is left as KubeOne made it', () => {
  expect(kubeletFiles('standard', config)).toEqual([]);
  expect(kubeletProblems(JSON.stringify(ofKubeOne))).toEqual([]);
});
