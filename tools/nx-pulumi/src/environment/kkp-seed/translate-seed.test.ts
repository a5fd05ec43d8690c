// SPDX-License-Identifier: Apache-2.0
import { readSeed } from './read-seed.ts';
import { seed } from './testing/seed.ts';
import { translateSeed } from './translate-seed.ts';

const { lines, ...asked } = translateSeed(readSeed('seed.yaml', seed, 'halle-2'), false);

// Proves: migration.from-kkp-seed
test('a datacenter becomes images, DNS, policies, storage classes and a profile', () => {
  expect(asked).toEqual({
    images: [
      {
        name: 'ubuntu-24-04',
        os: 'ubuntu',
        version: '24.04',
        registry: 'docker://registry.example.org/machines/ubuntu:24.04',
        sizeGiB: 10,
      },
      {
        name: 'ubuntu-22-04',
        os: 'ubuntu',
        version: '22.04',
        http: { url: 'http://10.7.0.9/jammy.img' },
        sizeGiB: 10,
      },
      {
        name: 'flatcar-4230-2-1',
        os: 'flatcar',
        version: '4230.2.1',
        http: { url: 'https://images.example.org/flatcar.img' },
        sizeGiB: 10,
      },
    ],
    dns: { servers: ['10.7.0.53', '10.7.0.54'], searches: ['halle.example.org'], ndots: 3 },
    defaults: {
      isolation: {
        customNetworkPolicies: [
          {
            name: 'from-offices',
            spec: {
              podSelector: {},
              policyTypes: ['Ingress'],
              ingress: [{ from: [{ ipBlock: { cidr: '10.7.16.0/20' } }] }],
            },
          },
        ],
      },
      storage: {
        classes: [
          {
            name: 'kubevirt-rbd-replica',
            infraClass: 'rbd-replica',
            default: true,
            reclaimPolicy: 'Retain',
            volumeBindingMode: 'Immediate',
            expansion: true,
            snapshotClass: 'rbd-snapshots',
          },
          {
            name: 'kubevirt-cephfs-halle',
            infraClass: 'cephfs.halle',
            expansion: false,
            snapshotClass: 'rbd-snapshots',
          },
        ],
      },
    },
    profile: { cloud: { zones: false }, storage: { snapshots: true } },
  });
});

// Proves: migration.from-kkp-seed
test('all else is listed by its path with the reason, and no value that may be a secret', () => {
  expect(lines).toEqual([
    'Datacenter halle-2: spec.kubevirt.images.http.operatingSystems.ubuntu.22.04 has no checksum: put http.checksum of the image "ubuntu-22-04" into the file, for previews refuse it without',
    'Datacenter halle-2: spec.kubevirt.images.http.operatingSystems.flatcar.4230.2.1 has no checksum: put http.checksum of the image "flatcar-4230-2-1" into the file, for previews refuse it without',
    'Datacenter halle-2: spec.kubevirt.images.http.operatingSystems.flatcar.4230.2.1 has a user in its URL, who is left out: name a Secret in secretRef of the image "flatcar-4230-2-1"',
    'Datacenter halle-2: spec.kubevirt.images.http.operatingSystems.flatcar.4230.2.1 has a query in its URL, which is left out: add it, unless it is a key, to http.url of the image "flatcar-4230-2-1"',
    "Datacenter halle-2: spec.kubevirt.dnsConfig.options[1] (edns0) is left out: of resolv.conf's options network.dns has ndots, a whole number of 1 or more",
    'Datacenter halle-2: spec.kubevirt.infraStorageClasses[1].name has dots: the class is called "kubevirt-cephfs-halle" inside',
    'Datacenter halle-2: spec.kubevirt.infraStorageClasses[2] is left out: "nvme-disks" is for disks of machines alone, which name it as className, or all of them with --storage-class',
    'Datacenter halle-2: spec.kubevirt.infraVolumeSnapshotClasses[1] is snapshotClass of all 2 classes: take it out of those with another driver',
    'Datacenter halle-2: spec.kubevirt.infraVolumeSnapshotClasses[0] is left out: a class has one snapshotClass, and that of all is "rbd-snapshots"',
    "Datacenter halle-2: country is left out: it is for KKP's dashboard; an environment has its name alone",
    "Datacenter halle-2: location is left out: it is for KKP's dashboard; an environment has its name alone",
    'Datacenter halle-2: node.pauseImage is left out: it follows from the version of Kubernetes',
    'Datacenter halle-2: spec.kubevirt.vmEvictionStrategy is left out: say evictionStrategy of controlPlane and of each pool; External is not there, for machines drain themselves',
    'Datacenter halle-2: spec.kubevirt.namespacedMode is left out: each cluster has a namespace of its own on the infra cluster',
    'Datacenter halle-2: spec.kubevirt.providerNetwork is left out: machines are in the pod network of the infra cluster, which has no VPCs and subnets; network.vlans gives a cluster networks of its own',
    'Datacenter halle-2: spec.kubevirt.matchSubnetAndStorageLocation is left out: there are no subnets, and storage has no topology',
    'Datacenter halle-2: spec.kubevirt.infraStorageClasses[1].zones is left out: classes of storage.classes have no topology: name one of the infra cluster whose volumes every host reaches',
    'Datacenter halle-2: spec.kubevirt.infraStorageClasses[1].regions is left out: classes of storage.classes have no topology: name one of the infra cluster whose volumes every host reaches',
    'Datacenter halle-2: spec.kubevirt.infraStorageClasses[1].labels is left out: classes of storage.classes have no labels',
    'Datacenter halle-2: spec.kubevirt.infraVolumeSnapshotClasses[1].deletionPolicy is left out: a snapshot goes with the VolumeSnapshot inside the cluster',
    "Seed europe: spec.country is left out: it is for KKP's dashboard; an environment has its name alone",
    'Seed europe: spec.exposeStrategy is left out: the API has an address of its own: controlPlane.endpoint',
    'Seed europe: spec.kubeconfig is left out: its Secret is for the cluster on which KKP runs; infra names its own cluster',
    'Seed europe: spec.proxySettings.httpProxy is left out: machines have no proxy: kubevirt-stack:registryMirror names a mirror for images, and cdi.importProxy is for imports of the platform alone',
    'Seed europe: spec.oidcProviderConfiguration is left out: say oidc of a cluster, or of a profile; there are several issuers',
    'Seed europe: spec.datacenters.leipzig-1 is left out: an environment is one datacenter; make another one of it with --datacenter',
    'Seed europe: spec.datacenters.cloud is left out: it is of openstack, and environments are of KubeVirt alone',
  ]);
  expect(JSON.stringify({ asked, lines })).not.toContain('hush');
});

// Proves: migration.from-kkp-seed
test('other objects, other Seeds and policies that choose pods by labels are named', () => {
  const spec = { podSelector: { matchLabels: { role: 'web' } } };
  const text = `apiVersion: kubermatic.k8c.io/v1
kind: Seed
metadata: { name: north }
spec: { datacenters: { oslo: { spec: { kubevirt: { customNetworkPolicies: [{ name: web, spec: ${JSON.stringify(spec)} }] } } } } }
---
apiVersion: kubermatic.k8c.io/v1
kind: Preset
metadata: { name: north }
---
${seed}`;
  expect(translateSeed(readSeed('seed.yaml', text, 'oslo'), false).lines).toEqual([
    "Datacenter oslo: spec.kubevirt.customNetworkPolicies[0] (web) chooses pods by labels: compare them with those of machines here, which are not KKP's",
    'Preset north is left out: it is not known here',
    'Seed europe is left out: the datacenter is of Seed north',
  ]);
});

// Proves: migration.from-kkp-seed
test('servers that an option names go before those of the datacenter', () => {
  const { dns, lines: said } = translateSeed(readSeed('seed.yaml', seed, 'halle-2'), true);
  expect(dns).toEqual({ searches: ['halle.example.org'], ndots: 3 });
  expect(said).toContain(
    'Datacenter halle-2: spec.kubevirt.dnsConfig.nameservers is left out: --dns names the servers',
  );
});
