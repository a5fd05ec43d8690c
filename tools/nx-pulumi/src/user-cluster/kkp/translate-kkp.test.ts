// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { leftOutOfClusters } from './left-out.ts';
import { readKkpFile } from './read-kkp-file.ts';
import { translateKkp } from './translate-kkp.ts';

const root = join(import.meta.dirname, '../../../../..');

function stackConfig(file: string): Record<string, unknown> {
  const text = readFileSync(join(root, 'stacks', file), 'utf8');
  return (parse(text) as { config: Record<string, unknown> }).config;
}

const images = {
  ofPlatform: stackConfig('kubevirt-stack/Pulumi.from-kkp.yaml')['kubevirt-stack:images'] as {
    name: string;
  }[],
  fallback: 'ubuntu-22-04',
};

/** The MachineDeployments of docs/coming-from-kkp.md, as KKP has them. */
const example = `
apiVersion: v1
kind: List
items:
- apiVersion: cluster.k8s.io/v1alpha1
  kind: MachineDeployment
  metadata: { name: fervent-payne-worker-q5bwjq, namespace: kube-system, uid: a, generation: 3 }
  spec:
    minReadySeconds: 0
    progressDeadlineSeconds: 600
    replicas: 3
    revisionHistoryLimit: 1
    paused: false
    selector: { matchLabels: { machine: md-kmvh888v9h-lvpfx9rptr } }
    strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    template:
      metadata: { labels: { machine: md-kmvh888v9h-lvpfx9rptr }, creationTimestamp: null }
      spec:
        metadata:
          creationTimestamp: null
          labels: { system/cluster: kmvh888v9h, system/project: f8vwtl5w7s }
        versions: { kubelet: 1.21.10 }
        providerSpec:
          value:
            caPublicKey: ""
            cloudProvider: kubevirt
            operatingSystem: centos
            operatingSystemSpec: { distUpgradeOnBoot: false, disableAutoUpdate: false }
            sshPublicKeys:
            - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD helene
            cloudProviderSpec:
              auth: { kubeconfig: { value: hush } }
              clusterName: { value: kmvh888v9h }
              namespace: default
              cpus: "1"
              memory: 2Gi
              pvcSize: 10Gi
              storageClassName: local-path
              sourceURL: http://10.107.208.71/centos.img
              virtualMachine:
                preference: { name: sockets-advantage, kind: VirtualMachineClusterPreference }
              dnsPolicy: None
              dnsConfig: { nameservers: [8.8.8.8] }
              podAffinityPreset: ""
              podAntiAffinityPreset: soft
              nodeAffinityPreset: { type: soft, key: foo, values: [bar1, bar2] }
              nodeAntiAffinityPreset: { type: soft, key: foo, values: [bar1, bar2] }
- apiVersion: cluster.k8s.io/v1alpha1
  kind: MachineDeployment
  metadata: { name: my-kubevirt-machine }
  spec:
    replicas: 1
    strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    template:
      spec:
        providerSpec:
          value:
            cloudProvider: kubevirt
            operatingSystem: ubuntu
            cloudProviderSpec:
              virtualMachine:
                template:
                  cpus: { value: "1" }
                  memory: { value: 2048M }
                  primaryDisk:
                    osImage: { value: "http://10.109.79.210/ubuntu.img" }
                    size: 10Gi
                    storageClassName: { value: kubermatic-fast }
`;

// Proves: migration.from-kkp
test("KKP's own examples become the pools of the example environment", () => {
  const { config, lines } = translateKkp(readKkpFile('kkp.yaml', example), images);
  const file = stackConfig('user-cluster/Pulumi.from-kkp.kmvh888v9h.yaml');
  const written = file['user-cluster:pools'] as Record<string, Record<string, unknown>>[];
  // A preset that is empty says nothing, and so it is not written.
  delete written[0]?.scheduling?.podAffinityPreset;
  expect(config).toEqual({ pools: written });
  const first = 'MachineDeployment fervent-payne-worker-q5bwjq';
  expect(lines).toEqual([
    `${first}: spec.progressDeadlineSeconds is left out: joinSeconds of a pool says how long a machine may take (3600)`,
    `${first}: spec.paused is left out: nothing changes but by an update of the stack`,
    `${first}: spec.template.spec.versions is left out: kubernetes.version is that of all machines`,
    `${first}: spec.template.spec.providerSpec.value.operatingSystemSpec is left out: machines are replaced by those of a newer image, and not updated in place`,
    `${first}: spec.template.spec.providerSpec.value.cloudProviderSpec.auth is left out: the infra cluster is that of the environment, and each cluster has an account of its own there`,
    `${first}: spec.template.spec.providerSpec.value.cloudProviderSpec.namespace is left out: follows from the name of the cluster`,
  ]);
});

const machine = (spec: object, rest: object = {}) => ({
  cluster: undefined,
  deployments: [
    {
      metadata: { name: 'web' },
      spec: {
        template: { spec: { providerSpec: { value: { cloudProviderSpec: spec, ...rest } } } },
      },
    },
  ],
});

// Proves: migration.from-kkp
test('sizes, other disks, places and systems are kept', () => {
  const file = machine(
    {
      virtualMachine: {
        instancetype: { name: 'standard-4', kind: 'VirtualMachineClusterInstancetype' },
        template: {
          cpus: '2',
          primaryDisk: {
            osImage: 'registry.example.org/flatcar:1',
            source: 'registry',
            size: '25.5Gi',
            storageAccessType: 'ReadWriteMany',
          },
          secondaryDisks: [{ size: '100Gi', storageClassName: 'fast' }, { size: '1Gi' }],
        },
        location: { region: 'north', zone: 'a' },
        evictionStrategy: 'LiveMigrate',
      },
      topologySpreadConstraints: [
        { maxSkew: '2', topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    },
    { operatingSystem: 'flatcar' },
  );
  expect(translateKkp(file, images)).toEqual({
    config: {
      pools: [
        {
          name: 'web',
          replicas: 1,
          instancetype: 'standard-4',
          rootDisk: {
            image: 'docker://registry.example.org/flatcar:1',
            sizeGiB: 26,
            accessModes: ['ReadWriteMany'],
          },
          disks: [
            { name: 'data-0', kind: 'data', sizeGiB: 100, className: 'fast' },
            { name: 'data-1', kind: 'data', sizeGiB: 1 },
          ],
          cloudInit: 'ignition',
          evictionStrategy: 'LiveMigrate',
          drain: { timeoutSeconds: 7200 },
          scheduling: {
            spread: [{ maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
            nodeSelector: {
              'topology.kubernetes.io/region': 'north',
              'topology.kubernetes.io/zone': 'a',
            },
          },
        },
      ],
    },
    lines: [],
  });
});

// Proves: migration.from-kkp
test('what has no counterpart is named by its key, and no value is printed', () => {
  const file = machine({
    sourceURL: 'https://me:hush@images.example.org/x.img?token=hush',
    cpus: { secretKeyRef: { name: 'a', key: 'hush' } },
    dnsPolicy: 'Default',
    virtualMachine: {
      instancetype: { name: 'own', kind: 'VirtualMachineInstancetype' },
      evictionStrategy: 'External',
      providerNetwork: { name: 'hush', vpc: { name: 'hush' } },
      template: { primaryDisk: { extraHeaders: ['Authorization: hush'] } },
    },
    somethingNew: 'hush',
  });
  const { config, lines } = translateKkp(file, images);
  const cloud = 'MachineDeployment web: spec.template.spec.providerSpec.value.cloudProviderSpec';
  expect(config).toEqual({
    pools: [
      {
        name: 'web',
        replicas: 1,
        rootDisk: { image: 'ubuntu-22-04' },
        drain: { timeoutSeconds: 7200 },
      },
    ],
  });
  expect(lines).toEqual([
    'MachineDeployment web: the platform has no image of https://images.example.org/x.img; rootDisk.image is "ubuntu-22-04". Add yours to kubevirt-stack:images, with its checksum, and name it',
    'MachineDeployment web: dnsPolicy Default is left out: it would be that of the host; machines ask network.dns.servers',
    "MachineDeployment web: evictionStrategy External is left out: it is for KKP's own controller; machines drain themselves",
    `${cloud}.cpus.secretKeyRef.name is left out: it is not known here`,
    `${cloud}.cpus.secretKeyRef.key is left out: it is not known here`,
    `${cloud}.virtualMachine.instancetype is left out: instance types are those of the whole platform: kubevirt-stack:instancetypes`,
    `${cloud}.virtualMachine.providerNetwork is left out: there are no VPCs; network.vlans and interfaces give a cluster networks of its own`,
    `${cloud}.virtualMachine.template.primaryDisk.extraHeaders is left out: the platform's images are fetched by the platform`,
    `${cloud}.somethingNew is left out: it is not known here`,
  ]);
});

// Proves: migration.from-kkp
test('a Cluster says version, pod network and audit log', () => {
  const cluster = (spec: object) =>
    translateKkp({ cluster: { metadata: { name: 'kmvh888v9h' }, spec }, deployments: [] }, images);
  expect(
    cluster({
      version: 'v1.34.9',
      cniPlugin: { type: 'cilium', version: '1.16' },
      clusterNetwork: { proxyMode: 'ebpf', pods: { cidrBlocks: ['172.25.0.0/16'] } },
      auditLogging: { enabled: true },
      cloud: { dc: 'x', kubevirt: { kubeconfig: 'hush' } },
      exposeStrategy: 'LoadBalancer',
    }),
  ).toEqual({
    kubernetes: '1.34.9',
    config: { cni: { kubeProxyReplacement: true }, audit: { level: 'Metadata' } },
    lines: [
      'Cluster: spec.cniPlugin is left out: Cilium of the version of this release',
      'Cluster: spec.clusterNetwork is left out: clusters of one environment share no addresses: these are the next free ones of its plan',
      'Cluster: spec.cloud is left out: the infra cluster is that of the environment; storage.classes says which storage there is inside',
      'Cluster: spec.exposeStrategy is left out: the API has an address of its own: controlPlane.endpoint',
    ],
  });
  expect(cluster({ version: '1.21.10', cniPlugin: { type: 'canal' } })).toEqual({
    config: {},
    lines: [
      'Cluster: Kubernetes 1.21.10 is not supported, which 1.34 and 1.35 are; look at kubernetes.version',
      'Cluster: the pod network is Cilium instead of canal',
    ],
  });
  expect(cluster({ cniPlugin: { type: 'none' } }).config).toEqual({ cni: { type: 'none' } });
});

// Proves: migration.from-kkp
test('the DNS domain of a Cluster stays, and other keys of its network have their own reasons', () => {
  const clusterNetwork = {
    dnsDomain: 'corp.local',
    ipFamily: 'IPv4+IPv6',
    proxyMode: 'ipvs',
    ipvs: { strictArp: true },
    nodeCidrMaskSizeIPv4: 25,
  };
  const cluster = { spec: { clusterNetwork } };
  expect(translateKkp({ cluster, deployments: [] }, images)).toEqual({
    config: { kubernetes: { dnsDomain: 'corp.local' } },
    lines: [
      'Cluster: spec.clusterNetwork.ipFamily IPv4+IPv6 is left out: clusters have addresses of IPv4 only',
      'Cluster: spec.clusterNetwork.proxyMode ipvs is left out: kube-proxy has its default, iptables, unless Cilium replaces it',
      'Cluster: spec.clusterNetwork.ipvs is left out: kube-proxy has its default, iptables, unless Cilium replaces it',
      'Cluster: spec.clusterNetwork.nodeCidrMaskSizeIPv4 is left out: each node has a /24 of podCidr',
    ],
  });
});

// Proves: migration.from-kkp
test('who may reach the API of a Cluster may reach that of the new one, and nobody else', () => {
  const cluster = { spec: { apiServerAllowedIPRanges: { cidrBlocks: ['10.200.10.0/24'] } } };
  expect(translateKkp({ cluster, deployments: [] }, images)).toEqual({
    config: { isolation: { apiSources: ['10.200.10.0/24'] } },
    lines: [
      'Cluster: spec.apiServerAllowedIPRanges is isolation.apiSources; add the addresses from which Strata is run, which reaches the API as well',
    ],
  });
  const other = { spec: { apiServerAllowedIPRanges: { somethingNew: ['10.200.10.0/24'] } } };
  expect(translateKkp({ cluster: other, deployments: [] }, images)).toEqual({
    config: {},
    lines: ['Cluster: spec.apiServerAllowedIPRanges is left out: say isolation.apiSources'],
  });
});

// Proves: migration.from-kkp
test('reasons name only keys that the file of a cluster has', () => {
  const named = Object.values(leftOutOfClusters).flatMap((reason) => {
    const [, key] = /(?:^|: )say ([a-z][A-Za-z.]*)/.exec(reason) ?? [];
    return key === undefined ? [] : [key];
  });
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
  }
  const text = readFileSync(join(root, 'stacks/schemas/user-cluster.json'), 'utf8');
  const top = (JSON.parse(text) as Schema).properties?.config;
  const isKnown = (path: string) =>
    `user-cluster:${path}`
      .split('.')
      .reduce<Schema | undefined>((outer, key) => outer?.properties?.[key], top) !== undefined;
  expect(named.filter((key) => !isKnown(key))).toEqual([]);
  expect(['access.api', 'isolation.apiSources', 'nothing'].filter(isKnown)).toEqual([
    'isolation.apiSources',
  ]);
});

test('refuses files that say nothing, or too much', () => {
  expect(() => readKkpFile('a.yaml', 'kind: Pod\napiVersion: v1\n')).toThrow(
    'a.yaml has neither a Cluster (kubermatic.k8c.io) nor a MachineDeployment (cluster.k8s.io) of KKP.',
  );
  expect(() => readKkpFile('a.yaml', 'kind: Seed\napiVersion: kubermatic.k8c.io/v1\n')).toThrow(
    'a.yaml has neither a Cluster (kubermatic.k8c.io) nor a MachineDeployment (cluster.k8s.io) of KKP. A Seed is for "npx strata new environment NAME --from-kkp-seed".',
  );
  expect(() => readKkpFile('a.yaml', 'kind: [x\n')).toThrow(
    /^a\.yaml is no YAML: line \d+, column \d+ \(\w+\)\.$/,
  );
  expect(() => readKkpFile('a.yaml', 'a: *nope\n')).toThrow(
    /^a\.yaml is no YAML: Unresolved alias/,
  );
  expect(() => readKkpFile('a.yaml', 'kind: Cluster\napiVersion: 1\n')).toThrow(
    'a.yaml has neither a Cluster',
  );
  const cluster = (name: string) =>
    `apiVersion: kubermatic.k8c.io/v1\nkind: Cluster\nmetadata: { name: ${name} }\n`;
  expect(() => readKkpFile('a.yaml', `${cluster('one')}---\n${cluster('two')}`)).toThrow(
    'a.yaml has the Clusters one, two; leave one of them in it.',
  );
  expect(readKkpFile('a.yaml', cluster('one')).deployments).toEqual([]);
});
