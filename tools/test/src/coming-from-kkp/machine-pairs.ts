// SPDX-License-Identifier: Apache-2.0
import { cloudProviderPairs } from './cloud-provider-pairs.ts';
import { becomes, clusterKey, poolKey, poolName, poolObject, poolStart } from './example-pool.ts';
import type { Pair, PairSection } from './pair.ts';

const rollout = `PoolRollout ${poolName}`;
const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD helene';

/** Keys for the number of machines and their replacement. */
const rolling: readonly Pair[] = [
  {
    kkp: '`metadata.name`',
    says: poolName,
    place: poolKey('name', poolName),
    arrival: becomes(poolObject, 'metadata.name', poolName),
    words: 'machines are called after it, with a number behind, and so are their nodes',
  },
  {
    kkp: '`metadata.namespace`',
    says: 'kube-system',
    arrival: becomes(poolObject, 'metadata.namespace', 'cluster-kmvh888v9h'),
    words: 'pools are objects of the infra cluster, in the namespace of their cluster',
  },
  {
    kkp: '`spec.replicas`',
    says: '3',
    place: poolKey('replicas', 3),
    arrival: becomes(poolObject, 'spec.replicas', 3),
  },
  {
    kkp: '`spec.strategy.rollingUpdate.maxSurge`',
    says: '1',
    place: poolKey('maxSurge', 1),
    arrival: becomes(rollout, 'maxSurge', 1),
    words: 'a number; `--from-kkp` reckons it from a percentage of the replicas',
  },
  {
    kkp: '`spec.strategy.rollingUpdate.maxUnavailable`',
    says: '0',
    place: poolKey('maxUnavailable', 0),
    arrival: becomes(rollout, 'maxUnavailable', 0),
  },
  { kkp: '`spec.strategy.type`', says: 'RollingUpdate', words: 'there is no other way' },
  {
    kkp: '`spec.minReadySeconds`',
    says: '0',
    place: poolKey('minReadySeconds', 0),
    arrival: becomes(rollout, 'minReadySeconds', 0),
  },
  {
    kkp: '`spec.progressDeadlineSeconds`',
    says: '600',
    words:
      '`pools[].joinSeconds` (3600, at least 60) for a machine; draining comes on top. An update stops at the first machine that does not get Ready, and says what that one lacks',
  },
  {
    kkp: '`spec.revisionHistoryLimit`',
    says: '1',
    words: 'not there: the history is that of Git',
  },
  {
    kkp: '`metadata.annotations`, `metadata.finalizers`, `status`',
    says: 'revision 1, 2 of 3 ready',
    words:
      "not there: they are the work of KKP's controllers. `up` says how far a roll is, and `npx strata get nodes` what there is",
  },
  {
    kkp: '`spec.paused`',
    says: 'false',
    words: 'not there: nothing changes but by an update of the stack',
  },
  {
    kkp: '`spec.selector.matchLabels`, `spec.template.metadata.labels`',
    says: 'machine: md-kmvh888v9h-lvpfx9rptr',
    arrival: becomes(poolObject, 'spec.selector.matchLabels.machine', poolName),
    words: 'follows from the name',
  },
  {
    kkp: '`spec.template.spec.metadata.labels`',
    says: 'system/cluster: kmvh888v9h, system/project: f8vwtl5w7s',
    place: poolKey('labels', { 'system/cluster': 'kmvh888v9h', 'system/project': 'f8vwtl5w7s' }),
    arrival: becomes(
      poolStart,
      'files["/etc/strata/kubeadm.yaml"].nodeRegistration.kubeletExtraArgs[1]',
      { name: 'node-labels', value: 'system/cluster=kmvh888v9h,system/project=f8vwtl5w7s' },
    ),
    words: 'of the nodes; `taints` likewise. There are no projects',
  },
  {
    kkp: '`spec.template.spec.versions.kubelet`',
    says: '1.21.10',
    place: clusterKey('kubernetes.version', '1.35.4'),
    arrival: becomes(poolStart, 'files["/etc/strata/kubernetes-version"]', '1.35.4'),
    words:
      "1.34 and 1.35 are there; KKP's example is older. `pools[].kubernetesVersion` where a pool stays behind",
  },
];

/** Keys of `spec.template.spec.providerSpec.value`, without the cloud's own part. */
const provider: readonly Pair[] = [
  {
    kkp: '`sshPublicKeys`',
    says: 'one key',
    place: poolKey('authorizedKeys[0]', key),
    arrival: becomes(poolStart, 'users[0].ssh_authorized_keys[1]', key),
    words:
      'of the pool, beside those of all machines (`access.ssh.authorizedKeys`); `access.ssh.via` says how people get to them',
  },
  { kkp: '`caPublicKey`', says: '""', words: 'not there: no certificates for SSH' },
  { kkp: '`cloudProvider`', says: 'kubevirt', words: 'there is no other' },
  {
    kkp: '`operatingSystem`',
    says: 'centos',
    words:
      'not there: `rootDisk.image` says it. An image reads cloud-init, or, with `cloudInit: ignition`, Ignition',
  },
  {
    kkp: '`operatingSystemSpec.distUpgradeOnBoot`, `disableAutoUpdate`',
    says: 'false',
    words: 'not there: machines are replaced by those of a newer image, and not updated in place',
  },
  {
    kkp: '`operatingSystemSpec.rhelSubscriptionManagerUser`, `rhelSubscriptionManagerPassword`, `rhsmOfflineToken`',
    words: 'not there: an image that needs a subscription brings it with it',
  },
];

/** Sections about a MachineDeployment. */
export const machineSections: readonly PairSection[] = [
  {
    title: 'MachineDeployment',
    intro: 'A MachineDeployment is an entry of `user-cluster:pools`.',
    pairs: rolling,
  },
  {
    title: 'providerSpec',
    intro: 'Keys of `spec.template.spec.providerSpec.value`.',
    pairs: provider,
  },
  {
    title: 'cloudProviderSpec',
    intro:
      'Keys of `spec.template.spec.providerSpec.value.cloudProviderSpec`; where a key had another name once, that one first.',
    pairs: cloudProviderPairs,
  },
];
