// SPDX-License-Identifier: Apache-2.0
import { kubeletProblems } from '@strata/testing';
import { loadYaml } from '@kubernetes/client-node';
import type { HostProfileName, HostProfilesConfig } from '../config/index.ts';
import { kubeletFiles } from './kubelet-files.ts';

const highPerformance: HostProfilesConfig['highPerformance'] = {
  reservedCores: 2,
  hugepagesGiB: 0,
  governor: 'performance',
  pinInterrupts: true,
  topologyManager: 'restricted',
};
const config: HostProfilesConfig = {
  profile: 'standard',
  hosts: {},
  highDensity: { swapGiB: 0, swappiness: 60, ksm: 'host', ksmPagesToScan: 500 },
  highPerformance,
};

/** Returns the kubelet configuration files of a profile on a host that reserves its first two CPUs. */
function configurations(profile: HostProfileName, wanted: HostProfilesConfig) {
  return kubeletFiles(profile, wanted)
    .filter(({ content }) => content.includes('kind: KubeletConfiguration'))
    .map((file) => ({ ...file, content: file.content.replace('@CPUS@', '0-1') }));
}

/**
 * Kubelet configuration that KubeOne writes on its hosts by kubeadm.
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
  ['high-performance, spread', 'high-performance', { topologyManager: 'best-effort' }],
  [
    'high-performance on one NUMA node',
    'high-performance',
    { topologyManager: 'single-numa-node' },
  ],
];

test.each(profiles)(
  'renders a kubelet configuration without errors or warnings for the profile %s',
  (_what, profile, change) => {
    const files = configurations(profile, {
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
  },
);

test('renders no kubelet configuration for the profile standard', () => {
  expect(configurations('standard', config)).toEqual([]);
  expect(kubeletProblems(JSON.stringify(ofKubeOne))).toEqual([]);
});
