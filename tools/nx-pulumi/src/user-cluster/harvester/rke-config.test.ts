// SPDX-License-Identifier: Apache-2.0
import { readHarvesterFile } from './read-harvester-file.ts';
import { smallCluster } from './testing/small-cluster.ts';
import { translateHarvester } from './translate-harvester.ts';

const platform = { images: { ofPlatform: [{ name: 'first' }], fallback: 'first' }, networks: [] };

/** Translates the small cluster with other settings of RKE2 or K3s. */
function translated(settings: string, version = 'v1.35.4+rke2r1', ofSome = '') {
  const text = smallCluster
    .replace('v1.35.4+rke2r1', version)
    .replace(
      /machineGlobalConfig:[\s\S]*machinePoolDefaults/,
      `${settings}\n    machinePoolDefaults`,
    )
    .replace('machineSelectorConfig:', `machineSelectorConfig:${ofSome}`);
  return translateHarvester(readHarvesterFile('shop.yaml', text), platform);
}

const networkLines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.filter((line) => line.includes('the pod network'));

// Proves: migration.from-harvester
test.each([
  ['v1.35.4+rke2r1', 'calico'],
  ['v1.35.4+k3s1', 'flannel'],
])('a cluster of %s that names no pod network has %s from Rancher', (version, network) => {
  expect(networkLines(translated('machineGlobalConfig: {}', version))).toEqual([
    `Cluster shop: the pod network is Cilium instead of ${network}`,
  ]);
});

// Proves: migration.from-harvester
test('settings that stand further down take the place of others, as in Rancher', () => {
  const all = 'machineGlobalConfig: { cni: calico, disable-kube-proxy: true }';
  const below = '\n    - config: { cni: cilium, disable-kube-proxy: false }';
  const translation = translated(all, 'v1.35.4+rke2r1', below);
  expect(networkLines(translation)).toEqual([]);
  expect(translation.config).not.toHaveProperty('cni');
});

// Proves: migration.from-harvester
test('K3s without flannel has the pod network that its owner installs', () => {
  const none = translated(
    'machineGlobalConfig: { flannel-backend: none, disable-network-policy: false }',
    'v1.35.4+k3s1',
  );
  expect(none.config).toMatchObject({ cni: { type: 'none' } });
  expect(networkLines(none)).toEqual([]);
  const other = translated('machineGlobalConfig: { flannel-backend: vxlan }', 'v1.35.4+k3s1');
  expect(networkLines(other)).toEqual([
    'Cluster shop: the pod network is Cilium instead of flannel',
  ]);
  expect(
    [...none.lines, ...other.lines].filter((line) => /flannel-backend|disable-/.test(line)),
  ).toEqual([]);
});

// Proves: migration.from-harvester
test('labels and taints that Rancher overwrites come to no machine', () => {
  const { config, lines } = translated(
    'machineGlobalConfig: { node-label: [team=shop], node-taint: ["dedicated=shop:NoSchedule"] }',
  );
  const text = JSON.stringify(config);
  expect(text).not.toContain('team');
  expect(text).not.toContain('dedicated');
  const all = 'Cluster shop: spec.rkeConfig.machineGlobalConfig';
  const reason = 'Rancher puts those of the machine pool in its place, so that no node has it';
  expect(lines).toContain(`${all}.node-label is left out: ${reason}`);
  expect(lines).toContain(`${all}.node-taint is left out: ${reason}`);
});

// Proves: migration.from-harvester
test('of arguments only names are told, and a switch without a value is on', () => {
  const { config, lines } = translated(
    'machineGlobalConfig: { kubelet-arg: [rotate-server-certificates], kube-apiserver-arg: ["--token-auth-file hush"] }',
  );
  expect(config).toMatchObject({
    kubernetes: { kubelet: { requestServingCertificates: true } },
  });
  expect(lines).toContain(
    'Cluster shop: spec.rkeConfig.machineGlobalConfig.kube-apiserver-arg[0] (token-auth-file) is left out: control planes have the flags of Strata',
  );
  expect(JSON.stringify({ config, lines })).not.toContain('hush');
});

// Proves: migration.from-harvester
test('ranges of addresses may stand in a list', () => {
  const { lines, ranges } = translated(
    'machineGlobalConfig: { cluster-cidr: [10.50.0.0/16, "fd00:42::/56"], service-cidr: [10.60.0.0/16] }',
  );
  expect(ranges).toEqual({ pods: '10.50.0.0/16', services: '10.60.0.0/16' });
  expect(lines.filter((line) => line.includes('-cidr'))).toEqual([
    'Cluster shop: spec.rkeConfig.machineGlobalConfig.cluster-cidr fd00:42::/56 is left out: a cluster has one range of IPv4',
  ]);
});
