// SPDX-License-Identifier: Apache-2.0
import { formatPath, inspectConfig } from '@strata/contracts';
import { userClusterConfig } from './index.ts';

/** Returns the hints for keys of other tools. */
function hint(config: Readonly<Record<string, unknown>>) {
  const values = Object.entries(config).map(([key, value]) => [
    `user-cluster:${key}`,
    JSON.stringify(value),
  ]);
  const { problems } = inspectConfig(userClusterConfig, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: Object.fromEntries(values) as Record<string, string>,
    secretKeys: [],
  });
  return problems
    .filter(({ message }) => message.startsWith('unknown key; '))
    .map(({ message, path }) => `${formatPath(path)}: ${message.replace('unknown key; ', '')}`);
}

const inPool = (key: string, value: unknown = 'x') =>
  hint({ pools: [{ rootDisk: { image: 'ubuntu' }, [key]: value }] });

test.each([
  ['podAffinityPreset', `KKP's "podAffinityPreset" is pools[0].scheduling.podAffinityPreset`],
  ['nodeAffinityPreset', `KKP's "nodeAffinityPreset" is pools[0].scheduling.nodeAffinityPreset`],
  ['topologySpreadConstraints', `KKP's "topologySpreadConstraints" is pools[0].scheduling.spread`],
  ['tolerations', `KubeVirt's "tolerations" is pools[0].scheduling.tolerations`],
  ['pvcSize', `KKP's "pvcSize" is pools[0].rootDisk.sizeGiB: a number of GiB`],
  ['storageClassName', `KKP's "storageClassName" is pools[0].rootDisk.className`],
  ['sshPublicKeys', `KKP's "sshPublicKeys" is pools[0].authorizedKeys`],
  ['cpus', 'did you mean "cpu"?'],
  ['infraStorageClasses', `KKP's "infraStorageClasses" is storage.classes`],
  [
    'runStrategy',
    `KubeVirt's "runStrategy" has no place here: machines always run; set replicas for more or fewer`,
  ],
  ['strategy', `KKP's "strategy" is pools[0].maxSurge: and maxUnavailable`],
  ['rollingUpdate', `KKP's "rollingUpdate" is pools[0].maxSurge: and maxUnavailable`],
  [
    'progressDeadlineSeconds',
    `KKP's "progressDeadlineSeconds" is pools[0].joinSeconds: for each machine, without the time to drain`,
  ],
  ['versions', `KKP's "versions" is pools[0].kubernetesVersion`],
  [
    'virtualMachine',
    `KKP's "virtualMachine" has no place here: what is in it stands in the pool itself`,
  ],
  [
    'caPublicKey',
    `KKP's "caPublicKey" has no place here: there are no certificates for SSH; authorizedKeys are public keys`,
  ],
  ['paused', `KKP's "paused" has no place here: nothing changes but by an update of the stack`],
  [
    'enableDefaultNetworkPolicies',
    `KKP's "enableDefaultNetworkPolicies" has no place here: they are always there; isolation says who may connect beside them`,
  ],
  [
    'virtualMachineTemplate',
    `CAPK's "virtualMachineTemplate" has no place here: what is in it stands in the pool itself`,
  ],
])('in a pool, %s gets a hint where it belongs', (key, said) => {
  expect(inPool(key)).toEqual([`pools[0].${key}: ${said}`]);
});

test('a key one level too high or too deep gets a hint where it belongs', () => {
  expect(hint({ infraStorageClasses: [], customNetworkPolicies: [] })).toEqual([
    `infraStorageClasses: KKP's "infraStorageClasses" is storage.classes`,
    `customNetworkPolicies: KKP's "customNetworkPolicies" is isolation.customNetworkPolicies`,
  ]);
  expect(hint({ access: { sshPublicKeys: [] } })).toEqual([
    `access.sshPublicKeys: KKP's "sshPublicKeys" is access.ssh.authorizedKeys`,
  ]);
  expect(inPool('scheduling', { topologySpreadConstraints: [] })).toEqual([
    `pools[0].scheduling.topologySpreadConstraints: KKP's "topologySpreadConstraints" is pools[0].scheduling.spread`,
  ]);
});

test('keys of other clusters get hints at the top of the file', () => {
  const keys = [
    'clusterNetwork',
    'exposeStrategy',
    'apiServerAllowedIPRanges',
    'containerRuntime',
    'machineDeployments',
    'controlPlaneEndpoint',
    'apiEndpoint',
    'podSubnet',
  ];
  expect(hint(Object.fromEntries(keys.map((key) => [key, {}])))).toEqual([
    `clusterNetwork: KKP's "clusterNetwork" is kubernetes.podCidr: the ranges of pods and of Services have a key each`,
    `exposeStrategy: KKP's "exposeStrategy" is controlPlane.endpoint: the API has an address of a load balancer pool`,
    `apiServerAllowedIPRanges: KKP's "apiServerAllowedIPRanges" is isolation.apiSources`,
    `containerRuntime: KKP's "containerRuntime" has no place here: machines have containerd`,
    `machineDeployments: KKP's "machineDeployments" is pools`,
    `controlPlaneEndpoint: CAPI's "controlPlaneEndpoint" is controlPlane.endpoint`,
    `apiEndpoint: KubeOne's "apiEndpoint" is controlPlane.endpoint`,
    `podSubnet: KubeOne's "podSubnet" is kubernetes.podCidr`,
  ]);
});

test('a key of Strata on another level is told its place', () => {
  expect(hint({ podCidr: '10.0.0.0/16', version: '1.35.4', replicas: 2 })).toEqual([
    'podCidr: belongs into kubernetes',
    'version: belongs into kubernetes',
    'replicas: belongs into controlPlane or pools[]',
  ]);
  expect(inPool('image')).toEqual(['pools[0].image: belongs into pools[0].rootDisk']);
  expect(inPool('kubelet')).toEqual(['pools[0].kubelet: belongs into kubernetes']);
  expect(inPool('diskSize')).toEqual([
    `pools[0].diskSize: Harvester's "diskSize" is pools[0].rootDisk.sizeGiB: a number of GiB`,
  ]);
});

test('a key that has no place in this file is not said to be in a list', () => {
  expect(inPool('monitorNamespace')).toEqual([
    expect.stringMatching(/^pools\[0\]\.monitorNamespace: known: /) as unknown,
  ]);
});

test('a key of no other tool is compared with the existing keys', () => {
  expect(inPool('replica', 2)).toEqual(['pools[0].replica: did you mean "replicas"?']);
  expect(inPool('toString')).toEqual([
    expect.stringMatching(/^pools\[0\]\.toString: known: /) as unknown,
  ]);
});
