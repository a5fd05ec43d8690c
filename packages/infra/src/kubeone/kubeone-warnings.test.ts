// SPDX-License-Identifier: Apache-2.0
import { testConfig } from './test-config.ts';
import { joinWarning, kubeoneWarnings } from './kubeone-warnings.ts';

const warningsOf = (...names: readonly string[]) => {
  const registries = Object.fromEntries(names.map((name) => [name, { mirrors: ['https://m'] }]));
  return kubeoneWarnings(testConfig({ containerd: { registries } }).kubeone);
};

test('warns that mirrors of all registries are not asked for docker.io', () => {
  expect(warningsOf('*')).toEqual([
    'kubeone.containerd.registries: KubeOne has containerd ask docker.io at registry-1.docker.io alone and not at the mirrors of "*"; without a way there, give docker.io its mirrors, too',
  ]);
  expect(warningsOf('*', 'docker.io')).toEqual([]);
  expect(warningsOf('quay.io')).toEqual([]);
});

test('warns of Services that guests do not reach', () => {
  const { kubeone } = testConfig({
    network: { cni: { name: 'cilium', kubeProxyReplacement: true } },
  });
  expect(kubeoneWarnings(kubeone)).toEqual([
    expect.stringMatching(
      /^kubeone\.network\.cni\.kubeProxyReplacement: .+, which KubeOne's Cilium cannot be told$/,
    ),
  ]);
});

test('says what a join does to all hosts', () => {
  expect(joinWarning(['metal-3'])).toBe(
    'metal-3 joins: KubeOne installs the newest containerd 2.2 of the package source on all hosts at the same time, where theirs is older, and restarts it (docs/bare-metal.md#what-a-run-does)',
  );
  expect(joinWarning(['metal-3', 'metal-4'])).toMatch(/^metal-3, metal-4 join: /);
});
