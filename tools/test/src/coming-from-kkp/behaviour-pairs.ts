// SPDX-License-Identifier: Apache-2.0
import type { PairSection } from './pair.ts';

const pool = 'VirtualMachinePool fervent-payne-worker-q5bwjq';
const instance = 'spec.virtualMachineTemplate.spec.template';

/** Behaviour of KKP for which it has no key. */
export const behaviourSection: PairSection = {
  title: 'What it does',
  intro: 'What is not a key of one object.',
  pairs: [
    {
      kkp: 'labels of hosts for presets',
      says: 'foo: bar1',
      place: { stack: 'infra', key: 'hosts[1].labels', value: { foo: 'bar1' } },
      arrival: {
        stack: 'infra',
        object: 'KubeOneCluster from-kkp',
        path: 'staticWorkers.hosts[0].labels.foo',
        value: 'bar1',
      },
    },
    {
      kkp: 'region and zone of hosts on nodes',
      arrival: {
        stack: 'cluster',
        object: 'ConfigMap cloud-config',
        path: 'data["cloud-config"].instancesV2.zoneAndRegionEnabled',
        value: true,
      },
      words: 'also after a machine has moved; `cloud.zones: false` takes them away',
    },
    {
      kkp: 'other labels of hosts copied to nodes',
      says: 'foo',
      place: { stack: 'cluster', key: 'cloud.hostLabels', value: ['foo'] },
      arrival: {
        stack: 'cluster',
        object: 'ConfigMap cloud-config',
        path: 'data["host-labels"]',
        value: 'foo',
      },
      words: 'also after a machine has moved. One list for all pools, as the proposal asks',
    },
    {
      kkp: '`kubectl drain` of a host',
      arrival: {
        stack: 'cluster',
        object: pool,
        path: `${instance}.spec.evictionStrategy`,
        value: 'LiveMigrateIfPossible',
      },
      words:
        'machines that can move do; others empty their node themselves, shut down and start on another host. A PodDisruptionBudget that lets no pod go holds such a machine up until `drain.timeoutSeconds`. `evictionStrategy: External` is not there: it needs a controller that acts on it',
    },
    {
      kkp: '`skipEvictionAfter` of machine-controller',
      says: '2h',
      place: { stack: 'cluster', key: 'pools[0].drain.timeoutSeconds', value: 7200 },
      arrival: {
        stack: 'cluster',
        object: pool,
        path: `${instance}.spec.terminationGracePeriodSeconds`,
        value: 7290,
      },
      words: 'with a minute for the kubelet and half a minute for the rest; of each pool',
    },
    {
      kkp: 'selector `cloud.kubevirt.io/<id>` of old load balancers',
      place: { stack: 'cluster', key: 'cloud.legacyLabels', value: { kmvh888v9h: 'worker' } },
      arrival: {
        stack: 'cluster',
        object: pool,
        path: `${instance}.metadata.labels["cloud.kubevirt.io/kmvh888v9h"]`,
        value: 'worker',
      },
      words: 'until they are [moved](runbooks/move-load-balancers.md)',
    },
    {
      kkp: 'load balancers that nobody outside reaches',
      says: '`customNetworkPolicies`',
      words:
        'they are open to all addresses, unless `isolation.loadBalancerSources` of their cluster names some',
    },
    {
      kkp: 'DNS caches of both clusters at one address',
      says: '169.254.20.10',
      words:
        'machines ask `network.dns.servers` alone, so that their cluster may have a cache at any address; where a pool says otherwise, the policy [no-dns-collision](policies.md#no-dns-collision) looks at it',
    },
    {
      kkp: 'volumes with `volumeMode: Block`',
      words: 'not forbidden, and [not tested](capabilities/not-offered.md)',
    },
    {
      kkp: 'local or topology-constrained storage for volumes',
      words:
        'refused in `storage.classes`: the CSI driver knows no topology. Root disks may be on it',
    },
    {
      kkp: 'a dashboard',
      words: 'not there: stacks are files in Git, which editors complete by their schemas',
    },
    {
      kkp: 'control planes as pods of a seed cluster',
      place: { stack: 'cluster', key: 'controlPlane.replicas', value: 1 },
      arrival: {
        stack: 'cluster',
        object: 'VirtualMachine cp-0',
        path: 'metadata.namespace',
        value: 'cluster-kmvh888v9h',
      },
      words: 'machines of the cluster, one or three; there is no seed',
    },
    {
      kkp: 'taking over a cluster of KKP that runs',
      words: 'not there: make a cluster beside it, and move what runs inside',
    },
  ],
};
