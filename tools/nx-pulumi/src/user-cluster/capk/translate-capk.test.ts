// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiServerFlags } from '../translate/kubernetes-flags.ts';
import {
  leftOutOfControlPlanes,
  leftOutOfClusters,
  leftOutOfDeployments,
  leftOutOfKubevirtClusters,
} from './left-out.ts';
import { leftOutOfControlPlaneConfigs, leftOutOfWorkerConfigs } from './left-out-kubeadm.ts';
import { leftOutOfMachines } from './left-out-machines.ts';
import { otherKinds } from './object-kinds.ts';
import { readCapkFile } from './read-capk-file.ts';
import { flatcarCluster } from './testing/flatcar-cluster.ts';
import { storedCluster } from './testing/stored-cluster.ts';
import { translateCapk } from './translate-capk.ts';

const platform = {
  images: { ofPlatform: [{ name: 'ubuntu-24-04' }], fallback: 'ubuntu-24-04' },
  networks: ['vlan-storage'],
};

const translated = (text: string) => translateCapk(readCapkFile('shop.yaml', text), platform);

// Proves: migration.from-capk
test("a cluster by CAPK's template for Flatcar becomes a cluster with its sizes, disks, keys and places", () => {
  const { config, kubernetes, lines, ranges } = translated(flatcarCluster);
  const machine = {
    instancetype: 'u1.large',
    preference: 'ubuntu',
    rootDisk: { image: 'docker://registry.example.org/flatcar-kubevirt:3975.2.2', ephemeral: true },
    authorizedKeys: [
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann',
    ],
    cloudInit: 'ignition',
  };
  expect(kubernetes).toBe('1.35.4');
  expect(ranges).toEqual({ pods: '10.243.0.0/16', services: '10.95.0.0/16' });
  expect(config).toEqual({
    kubernetes: { dnsDomain: 'shop.tenants.local' },
    controlPlane: machine,
    pools: [
      { name: 'shop-md-0', replicas: 3, ...machine, scheduling: { podAntiAffinityPreset: 'soft' } },
    ],
  });
  const [above, workers] = ['shop-control-plane-v1.35.4', 'shop-md-0-v1.35.4'].map(
    (name) => `KubevirtMachineTemplate ${name}`,
  );
  const machinePath = 'spec.template.spec.virtualMachineTemplate';
  const eviction = `${machinePath}.spec.template.spec.evictionStrategy External is left out: it is for CAPK's own controller; machines drain themselves`;
  const namespace = `${machinePath}.metadata.namespace is left out: follows from the name of the cluster`;
  const queues = `${machinePath}.spec.template.spec.domain.devices is left out: the preference of the machine decides it`;
  const labels = 'is left out: virtual machines have the labels of Strata; labels is for nodes';
  const user = 'access.ssh.user is the only user of machines, and may become root';
  expect(lines).toEqual([
    'KubeadmControlPlane shop-control-plane: kubernetes.dnsDomain is shop.tenants.local, which Cluster API 1.11 and later do not read: a cluster that they have made has cluster.local; look inside, for it stays for the life of the new one',
    'KubevirtCluster shop: spec.controlPlaneServiceTemplate is left out: the API has an address of its own: controlPlane.endpoint',
    'KubeadmControlPlane shop-control-plane: spec.replicas 3 is left out: three nodes need controlPlane.peers, a network in which their addresses stay. Set controlPlane.replicas: 3 and peers before the first update: one can become three later, but the API is away meanwhile',
    'KubeadmControlPlane shop-control-plane: spec.kubeadmConfigSpec.ignition is left out: machines write and run only what Strata tells them: put it into their image, or into a DaemonSet',
    `KubeadmControlPlane shop-control-plane: spec.kubeadmConfigSpec.users[0] is left out: ${user}`,
    `${above}: ${eviction}`,
    `${above}: ${namespace}`,
    `${above}: ${queues}`,
    'MachineDeployment shop-md-0: spec.template.metadata.labels has the label node-role.kubernetes.io/worker, which is left out: no node may give it to itself, so set it with kubectl',
    `${workers}: ${eviction}`,
    `${workers}: ${namespace}`,
    `${workers}: ${machinePath}.metadata ${labels}`,
    `${workers}: ${machinePath}.spec.template.metadata ${labels}`,
    `${workers}: ${queues}`,
    `KubeadmConfigTemplate shop-md-0: spec.template.spec.users[0] is left out: ${user}`,
    'MachineHealthCheck shop-md-0 is left out: no machine is replaced by itself; autoRestart of a pool restarts those that do not answer',
  ]);
});

// Proves: migration.from-capk
test('a running cluster of v1beta2 keeps stored disks, networks, labels, taints, times and flags with a key', () => {
  const { config, kubernetes, ranges } = translated(storedCluster);
  const machine = {
    cpu: 4,
    memoryMiB: 6500,
    rootDisk: {
      image: 'docker://quay.io/capk/ubuntu-2204-container-disk:v1.34.4',
      sizeGiB: 50,
      className: 'ceph-block',
      accessModes: ['ReadWriteOnce'],
    },
    disks: [{ name: 'cache', kind: 'data', sizeGiB: 20, bus: 'scsi', serial: 'CACHE' }],
    interfaces: [{ network: 'vlan-storage' }],
    scheduling: {
      spread: [
        {
          maxSkew: 1,
          topologyKey: 'topology.kubernetes.io/zone',
          whenUnsatisfiable: 'DoNotSchedule',
        },
      ],
      nodeSelector: { rack: 'a' },
      tolerations: [{ key: 'gpu', operator: 'Exists', effect: 'NoExecute', seconds: 60 }],
    },
  };
  expect(kubernetes).toBe('1.34.4');
  expect(ranges).toEqual({ pods: '10.243.0.0/16', services: '10.95.0.0/16' });
  expect(config).toEqual({
    kubernetes: { dnsDomain: 'shop.local', kubelet: { maxPods: 200 } },
    cni: { kubeProxyReplacement: true },
    network: { ntp: ['10.20.0.123'] },
    controlPlane: {
      ...machine,
      endpoint: { alternativeNames: ['api.shop.example.org'] },
      drain: { timeoutSeconds: 900 },
    },
    pools: [
      {
        name: 'shop-workers',
        replicas: 5,
        maxSurge: 2,
        maxUnavailable: 0,
        minReadySeconds: 30,
        ...machine,
        authorizedKeys: [
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann',
        ],
        labels: { team: 'shop', 'node.cluster.x-k8s.io/tier': 'web' },
        taints: [
          { key: 'dedicated', value: 'shop', effect: 'NoSchedule' },
          { key: 'spot', value: 'yes', effect: 'PreferNoSchedule' },
        ],
      },
    ],
  });
});

// Proves: migration.from-capk
test('all else of a running cluster is listed by its path, and no value that may be a secret', () => {
  const { lines } = translated(storedCluster);
  const above = 'KubeadmControlPlane shop: spec.kubeadmConfigSpec';
  const guest =
    'KubevirtMachineTemplate shop-machines: spec.template.spec.virtualMachineTemplate.spec.template.spec';
  const workers = 'KubeadmConfigTemplate shop-workers: spec.template.spec';
  const registration = `${workers}.joinConfiguration.nodeRegistration`;
  const inImage =
    'machines write and run only what Strata tells them: put it into their image, or into a DaemonSet';
  expect(lines).toEqual([
    'MachineDeployment shop-workers: spec.template.spec.version v1.34.2 is left out: kubernetes.version is that of all machines',
    'Cluster shop: spec.clusterNetwork.pods.cidrBlocks fd00:1::/56 is left out: a cluster has one range of IPv4',
    'Cluster shop: spec.controlPlaneEndpoint is left out: the API has an address of its own: controlPlane.endpoint',
    `${above}.initConfiguration.skipPhases addon/coredns is left out: Strata says how kubeadm runs`,
    `${above}.clusterConfiguration.apiServer.extraArgs[1] (oidc-issuer-url) is left out: say oidc`,
    `${above}.clusterConfiguration.apiServer.extraArgs[2] (profiling) is left out: control planes have the flags of Strata`,
    `${above}.clusterConfiguration.etcd.local.extraArgs[0] (quota-backend-bytes) is left out: control planes have the flags of Strata`,
    `${above}.files[0] (/etc/kubernetes/pki/hook.key) is left out: ${inImage}`,
    `${above}.files[1] (/etc/motd) is left out: ${inImage}`,
    'KubeadmControlPlane shop: spec.machineTemplate.spec.deletion is left out: a machine goes once its pods have left, or when drain.timeoutSeconds is over',
    'KubeadmControlPlane shop: spec.rollout is left out: machines of a control plane are replaced one by one',
    `${above}.initConfiguration.bootstrapTokens is left out: machines join with a token of Strata`,
    `${above}.postKubeadmCommands is left out: ${inImage}`,
    `${guest}.domain.devices.interfaces[0].masquerade is left out: network.binding says how machines are in the pod network`,
    `${guest}.networks[2].multus is left out: the platform has no network "vlan-backup". Add it to kubevirt-stack:networks, or as a VLAN to network.vlans, and name it in interfaces`,
    `${guest}.terminationGracePeriodSeconds is left out: drain says how long a machine may take to shut down`,
    `${guest}.domain.devices.interfaces[1].macAddress is left out: all machines of a pool would have the same`,
    `${guest}.topologySpreadConstraints[0].labelSelector is left out: machines are spread among those of their pool`,
    'MachineDeployment shop-workers: spec.template.metadata.labels.team is left out: Cluster API gives it to no node',
    'MachineDeployment shop-workers: metadata.annotations.cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size is left out: nothing but an update of the stack changes the number of machines of a pool',
    'MachineDeployment shop-workers: spec.deletion is left out: a pool that becomes smaller loses the machines with the highest numbers',
    'MachineDeployment shop-workers: spec.template.spec.taints[0] is left out: a node has its taints from its start on',
    `${registration}.kubeletExtraArgs[0] (node-labels) has the label node-role.kubernetes.io/worker, which is left out: no node may give it to itself, so set it with kubectl`,
    `${registration}.kubeletExtraArgs[2] (eviction-hard) is left out: kubelets have the flags of Strata`,
    `${registration}.name is left out: nodes have the names of their machines`,
    `${workers}.users[0] is left out: access.ssh.user is the only user of machines, and may become root`,
    `${workers}.users[0].passwd is left out: nobody logs in with a password`,
    'kubelets: max-pods is not the same for all machines; kubernetes.kubelet.maxPods is 200 for all',
    'Secret shop-kubeconfig is left out: no file gets a secret: keys and tokens of the new cluster are made anew',
    'Deployment kubevirt-cloud-controller-manager is left out: each cluster has a cloud controller of its own on the infra cluster',
    'KubevirtMachineTemplate shop-machines-before is left out: no object of the file refers to it',
  ]);
  expect(JSON.stringify(translated(storedCluster))).not.toContain('hush');
});

// Proves: migration.from-capk
test('reasons name only keys that the file of a cluster has', () => {
  const tables = [
    leftOutOfClusters,
    leftOutOfControlPlanes,
    leftOutOfControlPlaneConfigs,
    leftOutOfDeployments,
    leftOutOfKubevirtClusters,
    leftOutOfMachines,
    leftOutOfWorkerConfigs,
    apiServerFlags,
    otherKinds,
  ];
  const named = tables.flatMap((table) =>
    Object.values(table).flatMap((reason) => /(?:^|: )say ([a-z]\w*)/.exec(reason)?.[1] ?? []),
  );
  const file = join(import.meta.dirname, '../../../../../stacks/schemas/user-cluster.json');
  interface Schema {
    readonly properties: {
      readonly config: { readonly properties: Readonly<Record<string, unknown>> };
    };
  }
  const { config } = (JSON.parse(readFileSync(file, 'utf8')) as Schema).properties;
  const keys = Object.keys(config.properties).map((key) => key.replace('user-cluster:', ''));
  expect([...new Set(named)].filter((key) => !keys.includes(key))).toEqual([]);
  expect(named).toContain('oidc');
});
