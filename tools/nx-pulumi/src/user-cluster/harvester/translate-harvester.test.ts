// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leftOutOfClusters } from './left-out.ts';
import { leftOutOfMachines } from './left-out-machines.ts';
import { otherKinds } from './object-kinds.ts';
import { readHarvesterFile } from './read-harvester-file.ts';
import { largeCluster } from './testing/large-cluster.ts';
import { smallCluster } from './testing/small-cluster.ts';
import { translateHarvester } from './translate-harvester.ts';

const platform = {
  images: {
    ofPlatform: [
      { name: 'first' },
      { name: 'noble', http: { url: 'https://images.example.org/noble.img' } },
    ],
    fallback: 'first',
  },
  networks: ['vlan-storage'],
};

const translated = (text: string) =>
  translateHarvester(readHarvesterFile('shop.yaml', text), platform);

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann';

const ownUser = 'access.ssh.user is the only user of machines, and may become root';

const ownAccount =
  'the infra cluster is that of the environment, and each cluster has an account of its own there';

const inImage =
  'machines write and run only what Strata tells them: put it into their image, or into a DaemonSet';

const inSize =
  'it belongs to a size of the platform: add one to kubevirt-stack:instancetypes, and name it as instancetype';

const withNetwork =
  'Add it to kubevirt-stack:networks, or as a VLAN to network.vlans, and name it in interfaces';

// Proves: migration.from-harvester
test('a pool with all roles becomes a control plane and a pool, and all else is listed by its path', () => {
  const { config, kubernetes, lines, ranges } = translated(smallCluster);
  const machine = {
    cpu: 2,
    memoryGiB: 4,
    rootDisk: { image: 'first', sizeGiB: 40 },
    authorizedKeys: [key],
  };
  expect(kubernetes).toBe('1.35.4');
  expect(ranges).toEqual({ pods: '10.42.0.0/16', services: '10.43.0.0/16' });
  expect(config).toEqual({
    controlPlane: machine,
    pools: [{ name: 'pool1', replicas: 1, ...machine }],
  });
  const config1 = 'HarvesterConfig nc-shop-pool1-wfw6m';
  const rke = 'Cluster shop: spec.rkeConfig';
  expect(lines).toEqual([
    'Cluster shop: the pod network is Cilium instead of calico',
    `${rke}.machinePools[0].drainBeforeDelete without drainBeforeDeleteTimeout is left out: no machine waits for ever; drain.timeoutSeconds is 600`,
    `${config1}: the platform has no image of image-pmtjz; rootDisk.image is "first". Add yours to kubevirt-stack:images, with its checksum, and name it`,
    `${config1}: networkInfo.interfaces[0].networkName is left out: the platform has no network "vm-untag". ${withNetwork}`,
    `${config1}: userData is left out but for its public SSH keys: ${inImage}`,
    `${config1}: sshUser is left out: ${ownUser}`,
    `${config1}: vmNamespace is left out: follows from the name of the cluster`,
    `${rke}.machinePools[0] (pool1) runs the control plane and pods of others: the pool "pool1" is for pods, and the control plane has a machine besides it`,
    `Cluster shop: spec.cloudCredentialSecretName is left out: ${ownAccount}`,
    `${rke}.chartValues.harvester-cloud-provider is left out: each cluster has a cloud controller of its own on the infra cluster`,
    `${rke}.etcd is left out: say backup, which has a target outside of the cluster`,
    `${rke}.machineGlobalConfig.ingress-controller is left out: only CoreDNS, the pod network and what applications names are installed; say delivery, for more`,
    `${rke}.upgradeStrategy is left out: an update of the stack replaces machines: maxSurge, maxUnavailable and drain of a pool say how`,
    `${rke}.machineSelectorConfig[0].config.cloud-provider-config is left out: ${ownAccount}`,
  ]);
});

// Proves: migration.from-harvester
test('a cluster with pools of each role keeps sizes, disks, networks, places, labels, taints and settings with a key', () => {
  const { config, kubernetes, ranges } = translated(largeCluster);
  const dedicated = { key: 'dedicated', value: 'shop', effect: 'NoSchedule' };
  expect(kubernetes).toBe('1.34.4');
  expect(ranges).toEqual({ pods: '10.243.0.0/16', services: '10.95.0.0/16' });
  expect(config).toEqual({
    kubernetes: { dnsDomain: 'shop.local', kubelet: { maxPods: 200 } },
    cni: { kubeProxyReplacement: true },
    controlPlane: {
      cpu: 4,
      memoryGiB: 8,
      rootDisk: { image: 'first', sizeGiB: 60, bus: 'scsi' },
      interfaces: [{ network: 'vlan-storage', model: 'e1000e' }],
      labels: { tier: 'web' },
      taints: [dedicated],
      endpoint: { alternativeNames: ['api.shop.example.org', '10.9.8.7', 'shop.example.org'] },
    },
    pools: [
      {
        name: 'workers',
        replicas: 5,
        maxSurge: 2,
        maxUnavailable: 0,
        cpu: 8,
        memoryGiB: 32,
        rootDisk: { image: 'noble', sizeGiB: 100 },
        disks: [
          { name: 'disk-1', kind: 'data', sizeGiB: 200, className: 'fast', bus: 'scsi' },
          { name: 'disk-2', kind: 'data', sizeGiB: 10 },
        ],
        interfaces: [{ network: 'vlan-storage' }],
        authorizedKeys: [key],
        scheduling: {
          nodeAffinityPreset: { type: 'hard', key: 'network', values: ['fast', 'faster'] },
          podAffinityPreset: 'soft',
          podAntiAffinityPreset: 'hard',
        },
        labels: { tier: 'web', zone: 'a', 'kubernetes.io/arch': 'amd64' },
        taints: [dedicated, { key: 'spot', value: 'yes', effect: 'PreferNoSchedule' }],
        drain: { timeoutSeconds: 900 },
      },
    ],
  });
});

// Proves: migration.from-harvester
test('all else of such a cluster is listed by its path, and no value that may be a secret', () => {
  const { lines } = translated(largeCluster);
  const rke = 'Cluster shop: spec.rkeConfig';
  const all = `${rke}.machineGlobalConfig`;
  const some = `${rke}.machineSelectorConfig[0].config`;
  const [control, workers] = ['nc-control', 'nc-workers'].map((name) => `HarvesterConfig ${name}`);
  const ofStrata = 'control planes have the flags of Strata';
  const ofPool = 'Rancher puts those of the machine pool in its place, so that no node has it';
  const ofRancher = 'no part of Rancher runs in the new cluster';
  expect(lines).toEqual([
    'Cluster shop: Multus is left out: interfaces of machines are in further networks, no pods',
    `${all}.cluster-cidr fd00:42::/48 is left out: a cluster has one range of IPv4`,
    `${all}.kubelet-arg[2] (node-labels) has the label node-role.kubernetes.io/worker, which is left out: no node may give it to itself, so set it with kubectl`,
    `${all}.kubelet-arg[1] (eviction-hard) is left out: kubelets have the flags of Strata`,
    `${all}.kube-apiserver-arg[0] (oidc-issuer-url) is left out: say oidc`,
    `${all}.kube-apiserver-arg[1] (profiling) is left out: ${ofStrata}`,
    `${all}.kube-scheduler-arg (v) is left out: ${ofStrata}`,
    `${some}.kubelet-arg[1] (node-labels) is left out: only some of the machines have it; say labels and taints of the pools`,
    `${rke}.machinePools[0].quantity 3 is left out: three nodes need controlPlane.peers, a network in which their addresses stay. Set controlPlane.replicas: 3 and peers before the first update: one can become three later, but the API is away meanwhile`,
    `${control}: the platform has no image of ubuntu-20.04.img; rootDisk.image is "first". Add yours to kubevirt-stack:images, with its checksum, and name it`,
    `${control}: sshUser is left out: ${ownUser}`,
    `${control}: vmNamespace is left out: follows from the name of the cluster`,
    `${rke}.machinePools[1] (etcd) is left out: etcd is that of kubeadm, on the control plane: controlPlane.etcdDisk is its disk`,
    `${workers}: the disk disk-2 is empty at first: disks of machines have no content`,
    `${workers}: diskInfo.disks[2].type is left out: a machine has no drives for CDs`,
    `${workers}: diskInfo.disks[3] is left out: a disk has an image or a class, a size and a bus`,
    `${workers}: networkInfo.interfaces[1].networkName is left out: the platform has no network "vlan-backup" (VLAN 178 on the bridge mgmt-br of Harvester). ${withNetwork}`,
    `${workers}: networkInfo.interfaces[2].networkName is left out: the platform has no network "flat" (without a tag on the bridge mgmt-br of Harvester). ${withNetwork}`,
    `${workers}: networkInfo.interfaces[0].macAddress is left out: all machines of a pool would have the same`,
    `${workers}: vmAffinity.podAffinity is left out: scheduling has nodeAffinityPreset, podAffinityPreset and podAntiAffinityPreset instead`,
    `${workers}: userData is left out: ${inImage}`,
    `${workers}: common.cloudCredentialSecretName is left out: ${ownAccount}`,
    `${workers}: cpuPinning is left out: ${inSize}`,
    `${workers}: reservedMemorySize is left out: the platform adds what the pod of a machine needs besides its guest`,
    `${workers}: enableEfi is left out: the preference of the machine decides it`,
    `${workers}: enableTpm is left out: the preference of the machine decides it`,
    `${workers}: kubeconfigContent is left out: ${ownAccount}`,
    `${workers}: networkData is left out: interfaces get their addresses by DHCP; addresses: none leaves one without`,
    `${workers}: sshPassword is left out: nobody logs in with a password`,
    `${workers}: sshPort is left out: machines listen for SSH on port 22`,
    `${workers}: sshUser is left out: ${ownUser}`,
    `${workers}: vgpuInfo is left out: ${inSize}`,
    `${workers}: vmNamespace is left out: follows from the name of the cluster`,
    'kubelets: max-pods is not the same for all machines; kubernetes.kubelet.maxPods is 200 for all',
    `Cluster shop: spec.agentEnvVars is left out: ${ofRancher}`,
    `Cluster shop: spec.cloudCredentialSecretName is left out: ${ownAccount}`,
    'Cluster shop: spec.defaultPodSecurityAdmissionConfigurationTemplateName is left out: the API server has the defaults of Kubernetes: label the namespaces that need more',
    'Cluster shop: spec.localClusterAuthEndpoint is left out: the API has an address of its own: controlPlane.endpoint',
    `${rke}.additionalManifest is left out: say delivery, by which Flux brings into a cluster what runs there`,
    `${rke}.chartValues is left out: the pod network and what else is installed are those of Strata`,
    `${rke}.etcd is left out: say backup, which has a target outside of the cluster`,
    `${all}.disable is left out: only CoreDNS, the pod network and what applications names are installed; say delivery, for more`,
    `${all}.node-label is left out: ${ofPool}`,
    `${all}.node-taint is left out: ${ofPool}`,
    `${all}.profile is left out: machines have the settings of Strata`,
    `${all}.token is left out: machines join with a token of Strata`,
    `${all}.made-up is left out: it is not known here`,
    `${rke}.machineSelectorFiles is left out: ${inImage}`,
    `${rke}.networking is left out: clusters have addresses of IPv4 only`,
    `${rke}.registries is left out: say kubernetes.registries, where images come from a mirror`,
    `${some}.node-taint is left out: ${ofPool}`,
    `${rke}.machinePools[0].paused is left out: nothing changes but by an update of the stack`,
    `${rke}.machinePools[2].machineDeploymentLabels is left out: nodes have labels and taints of their pool only`,
    `${rke}.machinePools[2].autoscalingMinSize is left out: nothing but an update of the stack changes the number of machines of a pool`,
    `${rke}.machinePools[2].unhealthyNodeTimeout is left out: no machine is replaced by itself; autoRestart of a pool restarts those that do not answer`,
    'Secret harvesterconfigrmttw is left out: no file gets a secret: keys and tokens of the new cluster are made anew',
  ]);
  expect(JSON.stringify(translated(largeCluster))).not.toContain('hush');
  expect(JSON.stringify(translated(smallCluster))).not.toContain('hush');
});

// Proves: migration.from-harvester
test('reasons name only keys that the file of a cluster has', () => {
  const tables = [leftOutOfClusters, leftOutOfMachines, otherKinds];
  const named = tables.flatMap((table) =>
    Object.values(table).flatMap((reason) => /(?:^|[:;] )say ([a-z]\w*)/.exec(reason)?.[1] ?? []),
  );
  const file = join(import.meta.dirname, '../../../../../stacks/schemas/user-cluster.json');
  interface Schema {
    readonly properties: {
      readonly config: { readonly properties: Readonly<Record<string, unknown>> };
    };
  }
  const { config } = (JSON.parse(readFileSync(file, 'utf8')) as Schema).properties;
  const keys = Object.keys(config.properties).map((one) => one.replace('user-cluster:', ''));
  expect([...new Set(named)].filter((one) => !keys.includes(one))).toEqual([]);
  expect(named).toContain('delivery');
});
