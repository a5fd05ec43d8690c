// SPDX-License-Identifier: Apache-2.0
import { endedAfterEach, testCluster } from '@strata/testing';
import { readClusterFacts } from './read-cluster-facts.ts';

const startCluster = endedAfterEach(testCluster);

/** Returns the kubeconfig of a cluster that has these objects and no others. */
const cluster = async (objects: Readonly<Record<string, object>>): Promise<string> =>
  (await startCluster(objects)).kubeconfig;

test('reports what a bare cluster lacks', async () => {
  const facts = await readClusterFacts(
    await cluster({
      '/version': { gitVersion: 'v1.35.4-eks.1+abc' },
      '/apis/storage.k8s.io/v1/storageclasses': { items: [] },
    }),
  );
  expect(facts).toEqual({
    kubernetes: '1.35.4',
    hosts: [],
    ownDevices: [],
    kubevirt: undefined,
    cdi: undefined,
    outdatedVirtualMachines: 0,
    machineCatalogue: [],
    imageImports: [],
    fileImages: [],
    addressPools: [],
    storageClasses: [],
    snapshotClasses: [],
    kubeProxy: undefined,
    whereabouts: false,
    network: { podCidrs: [], serviceCidrs: [], dnsServers: [], api: { addresses: [], ports: [] } },
  });
});

test('reads which versions are installed and which are being rolled out', async () => {
  const configuration = {
    permittedHostDevices: {
      pciHostDevices: [{ pciVendorSelector: '144d:a80a', resourceName: 'example.org/nvme' }],
    },
  };
  const status = {
    observedKubeVirtVersion: 'v1.7.2',
    targetKubeVirtVersion: 'v1.8.4',
    outdatedVirtualMachineInstanceWorkloads: 3,
  };
  const facts = await readClusterFacts(
    await cluster({
      '/version': { gitVersion: 'v1.34.4' },
      '/apis/kubevirt.io/v1/kubevirts': { items: [{ spec: { configuration }, status }] },
      '/apis/cdi.kubevirt.io/v1beta1/cdis': { items: [{ status: { targetVersion: 'v1.65.0' } }] },
      '/apis/storage.k8s.io/v1/storageclasses': {
        items: [
          { metadata: { name: 'local' }, provisioner: 'local.example', allowedTopologies: [{}] },
          {
            metadata: {
              name: 'ceph',
              annotations: {
                'storageclass.kubernetes.io/is-default-class': 'true',
                'cdi.kubevirt.io/clone-strategy': 'csi-clone',
              },
            },
            provisioner: 'rbd.example',
            parameters: { pool: 'vms' },
            allowVolumeExpansion: true,
            volumeBindingMode: 'WaitForFirstConsumer',
          },
          {
            metadata: { name: 'new', annotations: { 'cdi.kubevirt.io/clone-strategy': 'fast' } },
            provisioner: 'new.example',
          },
        ],
      },
      '/apis/cdi.kubevirt.io/v1beta1/storageprofiles': {
        items: [
          { metadata: { name: 'local' }, status: { provisioner: 'local.example' } },
          {
            metadata: { name: 'ceph' },
            status: {
              provisioner: 'rbd.example',
              claimPropertySets: [
                { accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
                { accessModes: ['ReadWriteOnce'], volumeMode: 'Block' },
                { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' },
              ],
            },
          },
          { metadata: { name: 'new' } },
        ],
      },
      '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses': {
        items: ['weekly', 'daily'].map((name) => ({ metadata: { name }, driver: 'rbd.example' })),
      },
      '/api/v1/namespaces/kube-system/configmaps/kube-proxy': {
        data: { 'config.conf': 'mode: ipvs\nipvs:\n  strictARP: true\n' },
      },
      '/api/v1/nodes': {
        items: [
          {
            metadata: { name: 'b', labels: { rack: 'r2' } },
            spec: { podCIDRs: ['10.244.0.0/24'] },
            status: { allocatable: { cpu: '8', 'nvidia.com/A10': '1' } },
          },
          { metadata: { name: 'a' }, spec: {} },
        ],
      },
      '/apis/networking.k8s.io/v1/servicecidrs': { items: [{ spec: { cidrs: ['10.96.0.0/16'] } }] },
      '/api/v1/namespaces/kube-system/services/kube-dns': {
        spec: { clusterIPs: ['10.96.0.10'] },
      },
      '/api/v1/namespaces/default/services/kubernetes': {
        spec: { clusterIPs: ['10.96.0.1'], ports: [{ port: 443 }] },
      },
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes':
        {
          items: [
            {
              endpoints: [{ addresses: ['10.244.255.254'] }],
              ports: [{ name: 'https', port: 6443 }],
            },
          ],
        },
      '/apis/whereabouts.cni.cncf.io/v1alpha1': { kind: 'APIResourceList' },
      '/apis/metallb.io/v1beta1/ipaddresspools': {
        items: [
          {
            metadata: { name: 'office' },
            spec: { addresses: ['203.0.113.0/28'], autoAssign: false },
          },
        ],
      },
    }),
  );
  expect(facts).toEqual({
    kubernetes: '1.34.4',
    hosts: [
      { name: 'a', labels: {} },
      { name: 'b', labels: { rack: 'r2' } },
    ],
    offeredDevices: ['nvidia.com/A10'],
    ownDevices: ['example.org/nvme'],
    kubevirt: { observed: '1.7.2', target: '1.8.4' },
    cdi: { observed: undefined, target: '1.65.0' },
    outdatedVirtualMachines: 3,
    machineCatalogue: [],
    imageImports: [],
    fileImages: [],
    addressPools: [{ name: 'office', addresses: ['203.0.113.0/28'] }],
    storageClasses: [
      {
        name: 'local',
        provisioner: 'local.example',
        allowVolumeExpansion: false,
        volumeBindingMode: 'Immediate',
        isTopologyBound: true,
        parameters: {},
        accessModes: [],
      },
      {
        name: 'ceph',
        provisioner: 'rbd.example',
        allowVolumeExpansion: true,
        volumeBindingMode: 'WaitForFirstConsumer',
        isTopologyBound: false,
        parameters: { pool: 'vms' },
        cloneStrategy: 'csi-clone',
        accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
        usualAccessModes: ['ReadWriteMany'],
        byVolumeMode: [
          { volumeMode: 'Block', accessModes: ['ReadWriteMany'] },
          { volumeMode: 'Filesystem', accessModes: ['ReadWriteOnce'] },
        ],
      },
      {
        name: 'new',
        provisioner: 'new.example',
        allowVolumeExpansion: false,
        volumeBindingMode: 'Immediate',
        isTopologyBound: false,
        parameters: {},
        accessModes: undefined,
      },
    ],
    snapshotClasses: [
      { name: 'daily', driver: 'rbd.example' },
      { name: 'weekly', driver: 'rbd.example' },
    ],
    kubeProxy: { mode: 'ipvs', strictARP: true },
    whereabouts: true,
    network: {
      podCidrs: ['10.244.0.0/24'],
      serviceCidrs: ['10.96.0.0/16'],
      dnsServers: ['10.96.0.10'],
      api: { addresses: ['10.244.255.254', '10.96.0.1'], ports: [443, 6443] },
    },
  });
});

test('says what to check when the cluster cannot be reached', async () => {
  const { endpoint, kubeconfig, ...gone } = await testCluster();
  await gone[Symbol.asyncDispose]();
  await expect(readClusterFacts(kubeconfig)).rejects.toThrow(
    `of the cluster at ${endpoint}: connect ECONNREFUSED ${endpoint.slice(7)}. Check that ` +
      "the infra cluster runs, and that the account of its stack's kubeconfig is still there. " +
      'To make new tokens of the accounts, raise infra:access.generation and run: ' +
      'npx strata up <environment> --program infra',
  );
});
