// SPDX-License-Identifier: Apache-2.0
import { kinds } from './resource/index.ts';
import { deployment, diskTemplate, virtualMachine, virtualMachinePool } from './test-objects.ts';
import type { TestMachine } from './test-objects.ts';
import { asRemediation, sealed, unknownText } from './test-pulumi-values.ts';
import type { TestResource } from './test-violations.ts';

/** Numbers from 0 on and below a limit, the same for the same seed. */
export type Random = (limit: number) => number;

/** A small linear congruential generator: quality does not matter here, repetition does. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % limit;
  };
}

const oneOf = <One>(random: Random, ...all: readonly [One, ...One[]]): One =>
  all[random(all.length)] ?? all[0];

const metadata = (name: string) => ({ namespace: 'cluster-demo', name });

/** A strategy, an interface and a disk that go together. */
function movement(random: Random): TestMachine {
  const moves = random(2) === 0;
  const binding = moves ? { masquerade: {} } : { bridge: {} };
  const ports = moves && random(2) === 0 ? { ports: [{ port: 443 }] } : {};
  const disk = diskTemplate('root', {
    storageClassName: oneOf(random, 'ceph', 'replicated', unknownText),
    accessModes: [moves ? 'ReadWriteMany' : oneOf(random, 'ReadWriteOnce', 'ReadWriteMany')],
    volumeMode: oneOf(random, 'Block', 'Filesystem', undefined),
  });
  return {
    diskTemplates: [disk],
    annotations: random(2) === 0 ? { 'kubevirt.io/placePCIDevicesOnRootComplex': 'true' } : {},
    spec: {
      evictionStrategy: moves
        ? oneOf(random, 'LiveMigrate', 'LiveMigrateIfPossible', 'None')
        : oneOf(random, 'LiveMigrateIfPossible', 'None', undefined),
      volumes: [
        { name: 'root', dataVolume: { name: 'root' } },
        { name: 'cloudinit', cloudInitNoCloud: { secretRef: { name: 'userdata' } } },
      ],
      domain: {
        cpu: { sockets: 1 + random(64), cores: 1 + random(2) },
        memory: { guest: `${1 + random(256)}Gi` },
        devices: { interfaces: [{ name: 'default', ...binding, ...ports }] },
      },
      dnsConfig: { nameservers: oneOf<unknown>(random, ['10.96.0.10'], ['fd00::1'], unknownText) },
    },
  };
}

/** As Pulumi hands it over, unknowns and secrets included. */
function handedOver(resources: readonly TestResource[]): readonly TestResource[] {
  return resources.map((one) => ({
    ...one,
    // Without what is undefined, which no engine sends.
    props: asRemediation(JSON.parse(JSON.stringify(one.props)) as object),
  }));
}

/** A valid user cluster: walls, limits, an address, secrets and machines. */
export function generateUserCluster(random: Random): readonly TestResource[] {
  const both = ['Ingress', 'Egress'];
  const wall = { podSelector: {}, policyTypes: both, ...(random(2) === 0 && { egress: [] }) };
  const peers = oneOf<unknown>(random, [{ podSelector: {} }], unknownText);
  const open = { podSelector: { matchLabels: { a: 'b' } }, ingress: [{ from: peers }] };
  const hard = {
    [oneOf(random, 'requests.cpu', 'limits.cpu', 'cpu')]: '8',
    [oneOf(random, 'requests.memory', 'limits.memory', 'memory')]: '32Gi',
    'requests.storage': '1Ti',
    'services.loadbalancers': random(20),
  };
  const labels = { 'cluster.x-k8s.io/cluster-name': 'demo' };
  const annotations = { 'metallb.io/loadBalancerIPs': oneOf(random, `10.0.0.${random(256)}`) };
  const data = oneOf<object>(random, sealed({ a: 'b' }), { a: sealed('b') }, { 'ca.crt': 'pem' });
  return handedOver([
    { type: kinds.namespace, props: { metadata: { name: 'cluster-demo', labels } }, protect: true },
    { type: kinds.networkPolicy, name: 'wall', props: { metadata: metadata('wall'), spec: wall } },
    { type: kinds.networkPolicy, name: 'open', props: { metadata: metadata('open'), spec: open } },
    { type: kinds.resourceQuota, props: { metadata: metadata('quota'), spec: { hard } } },
    {
      type: kinds.service,
      props: {
        metadata: { ...metadata('api'), labels, annotations },
        spec: { type: oneOf(random, 'LoadBalancer', 'ClusterIP') },
      },
    },
    { type: kinds.secret, props: { metadata: metadata('keys'), data } },
    virtualMachine(movement(random), { name: 'cp-0', dependsOn: ['wall'] }),
    { ...virtualMachinePool(movement(random)), name: 'md-a', dependsOn: ['wall'] },
    { type: kinds.authority, props: {}, protect: true },
  ]);
}

/** Valid objects of a platform: programs, rights, sizes, storage and KubeVirt itself. */
export function generatePlatform(random: Random): readonly TestResource[] {
  const registry = oneOf(random, 'quay.io/kubevirt', 'registry.k8s.io', 'docker.io/grafana');
  const version = oneOf(random, ':v1.2.3', ':1', `@sha256:${random(1e6)}`, ':v1@sha256:00');
  const capabilities = { drop: ['ALL'], add: oneOf(random, [], ['NET_BIND_SERVICE']) };
  const rule = {
    apiGroups: [oneOf(random, '', 'apps', '*')],
    resources: [oneOf(random, 'pods', '*')],
    verbs: ['get', 'list'],
  };
  const size = {
    cpu: { guest: 1 + random(64), dedicatedCPUPlacement: random(2) === 0 },
    memory: { guest: `${1 + random(256)}Gi`, overcommitPercent: random(80) },
    hostDevices: Array.from({ length: random(5) }, () => ({ deviceName: 'samsung.com/nvme' })),
  };
  const gates = ['Snapshot', 'CPUManager', 'HostDevices'].slice(0, random(4));
  return handedOver([
    deployment({ image: `${registry}/main${version}`, securityContext: { capabilities } }),
    deployment({ image: unknownText }),
    { type: kinds.clusterRole, props: { metadata: { name: 'reader' }, rules: [rule] } },
    {
      type: kinds.clusterRoleBinding,
      props: { metadata: { name: 'reader' }, roleRef: { name: oneOf(random, 'view', 'reader') } },
    },
    { type: kinds.clusterInstancetype, props: { metadata: { name: 'size' }, spec: size } },
    {
      type: kinds.storageClass,
      props: {
        metadata: { name: 'kubevirt' },
        provisioner: oneOf(random, 'csi.kubevirt.io', 'rbd.csi.ceph.com'),
        parameters: { infraStorageClassName: oneOf(random, 'ceph', 'nfs') },
      },
    },
    {
      type: kinds.kubevirt,
      props: {
        metadata: { namespace: 'kubevirt', name: 'kubevirt' },
        spec: { configuration: { developerConfiguration: { featureGates: gates } } },
      },
    },
  ]);
}
