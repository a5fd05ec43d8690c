// SPDX-License-Identifier: Apache-2.0
import { kubeletProblems } from '@strata/testing';
import type { BootstrapArgs } from './bootstrap-args.ts';
import { kubeadmConfigs } from './kubeadm-config.ts';
import { clusterDns, renderKubeletConfig, renderKubeletPatch } from './kubelet-config.ts';
import { testConfig, testControlPlane, testWorker } from './test-bootstrap.ts';

interface Registration {
  readonly kind: string;
  readonly nodeRegistration?: {
    readonly kubeletExtraArgs: readonly { readonly name: string; readonly value: string }[];
    readonly taints: readonly {
      readonly key: string;
      readonly value?: string;
      readonly effect: string;
    }[];
  };
}

/**
 * Returns the flags that kubeadm writes for a VM's kubelet: taints for workers only.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/kubelet/flags.go `buildKubeletArgs`
 */
function flagsOf(args: BootstrapArgs): string[] {
  const documents = (kubeadmConfigs(args)['kubeadm.yaml'] ?? '').split('---\n');
  const registrations = documents.map((text) => JSON.parse(text) as Registration);
  const { nodeRegistration } =
    registrations.find(({ kind }) => ['InitConfiguration', 'JoinConfiguration'].includes(kind)) ??
    {};
  const taints = (nodeRegistration?.taints ?? []).map(
    ({ key, value = '', effect }) => `${key}=${value}:${effect}`,
  );
  return [
    ...(nodeRegistration?.kubeletExtraArgs ?? []).map(({ name, value }) => `--${name}=${value}`),
    ...(args.role === 'worker' && taints.length > 0
      ? [`--register-with-taints=${taints.join(',')}`]
      : []),
  ];
}

/**
 * Returns what the kubelet says against a VM's patch, merged into the cluster's configuration, and
 * against its flags.
 */
function problemsOf(args: BootstrapArgs): string[] {
  const merged = { ...renderKubeletConfig(args.config), ...renderKubeletPatch(args) };
  return kubeletProblems(JSON.stringify(merged), flagsOf(args));
}

const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu-24-04', sizeGiB: 20 } };

test.each([
  ...['noCloud', 'configDrive', 'ignition'].map((cloudInit) => [cloudInit, { cloudInit }] as const),
  ...[0, 1, 2, 3, 4, 59, 3600].map(
    (shutdownSeconds) => [`${shutdownSeconds} s to end`, { drain: { shutdownSeconds } }] as const,
  ),
  [
    'labels and taints',
    {
      labels: { 'example.org/tier': 'web', 'a.example/b': '' },
      taints: [
        { key: 'dedicated', value: 'web', effect: 'NoSchedule' },
        { key: 'example.com/batch', effect: 'NoExecute' },
      ],
    },
  ] as const,
])('%s: the kubelet starts with it, and warns of nothing', (_what, change) => {
  const config = testConfig({
    controlPlane: change,
    pools: [{ name: 'md-a', replicas: 1, ...machine, ...change }],
  });
  expect(problemsOf(testWorker(config))).toEqual([]);
  expect(problemsOf(testControlPlane(config))).toEqual([]);
});

test('a control-plane node registers with its taints, also when it is made anew', () => {
  const taints = [{ key: 'dedicated', value: 'system', effect: 'NoExecute' }];
  const config = testConfig({ controlPlane: { taints } });
  expect(renderKubeletPatch(testControlPlane(config))).toMatchObject({
    registerWithTaints: [
      { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
      ...taints,
    ],
  });
  // kubeadm gives those of a worker to its kubelet.
  const pools = [{ name: 'md-a', replicas: 1, ...machine, taints }];
  const worker = renderKubeletPatch(testWorker(testConfig({ pools })));
  expect(worker).not.toHaveProperty('registerWithTaints');
});

test.each([
  ['the defaults', {}],
  ['certificates that the cluster signs', { requestServingCertificates: true }],
  ['one pod', { maxPods: 1 }],
  ['a thousand pods', { maxPods: 1000 }],
])("%s: the cluster's part is a complete configuration by itself", (_what, kubelet) => {
  const { kubernetes } = testConfig({ kubernetes: { kubelet } });
  expect(kubeletProblems(JSON.stringify(renderKubeletConfig({ kubernetes })))).toEqual([]);
});

test('the address of DNS is the tenth of the Service addresses', () => {
  expect(clusterDns('10.112.0.0/20')).toBe('10.112.0.10');
});
