// SPDX-License-Identifier: Apache-2.0
import { TestRepository } from './test-repository.ts';

/** Name of the environment of a large fleet. */
export const largeEnvironment = 'large';

/** Size of a large fleet. */
export interface FleetSize {
  readonly clusters: number;
  readonly hosts: number;
}

const racks = 20;

function facts(hosts: number) {
  return {
    kubernetes: '1.35.4',
    hosts: Array.from({ length: hosts }, (_, index) => ({
      name: `host-${index}`,
      zone: `rack-${index % racks}`,
      cpu: 64,
      memoryGiB: 512,
    })),
    storageClasses: [{ name: 'fast', provisioner: 'rbd.csi.ceph.com', default: true }],
    network: {
      podCidrs: ['10.244.0.0/16'],
      serviceCidrs: ['10.245.0.0/16'],
      dnsServers: ['10.245.0.10'],
      api: { addresses: ['10.245.0.1'] },
    },
  };
}

const plan = {
  site: largeEnvironment,
  pods: { ranges: ['10.0.0.0/9'], prefix: 16 },
  services: { ranges: ['172.16.0.0/12'], prefix: 20 },
  endpoints: { ranges: ['198.18.0.10-198.18.0.250'] },
  tunnelPorts: { first: 8473, last: 8999 },
  mtu: 1500,
  infra: { pods: ['10.244.0.0/16'], services: ['10.245.0.0/16'] },
};

const platform = {
  config: {
    'kubevirt-stack:release': 'v1.8',
    'kubevirt-stack:kubevirt': { cpuAllocationRatio: 2 },
    'kubevirt-stack:storage': {
      className: 'fast',
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
    },
    'kubevirt-stack:images': [
      {
        name: 'ubuntu-24-04',
        os: 'ubuntu',
        version: '24.04',
        sizeGiB: 20,
        registry: 'docker://quay.io/containerdisks/ubuntu:24.04',
      },
    ],
    'kubevirt-stack:metallb': {
      pools: [{ name: 'endpoints', addresses: ['198.18.0.10-198.18.0.250'], autoAssign: false }],
    },
    'kubevirt-stack:flavors': ['standard'],
  },
};

function cluster(index: number) {
  const rootDisk = { image: 'ubuntu-24-04', sizeGiB: 40 };
  return {
    config: {
      'user-cluster:kubernetes': {
        version: '1.35.4',
        podCidr: `10.${index + 1}.0.0/16`,
        serviceCidr: `172.${16 + (index >> 4)}.${(index % 16) * 16}.0/20`,
      },
      'user-cluster:controlPlane': {
        instancetype: 'standard-4',
        rootDisk,
        endpoint: { address: `198.18.0.${index + 10}` },
      },
      'user-cluster:pools': [
        { name: 'web', replicas: 40, instancetype: 'standard-8', rootDisk },
        { name: 'batch', replicas: 20, instancetype: 'standard-4', rootDisk },
      ],
      'user-cluster:cni': { tunnelPort: 8473 + index },
    },
  };
}

/**
 * Makes a repository with one generated environment: clusters of 61 machines each, and hosts in 20
 * racks.
 */
export function largeFleet({ clusters, hosts }: FleetSize): TestRepository {
  const repository = new TestRepository();
  repository.remove('stacks');
  repository.write(`stacks/infra-facts/${largeEnvironment}.yaml`, facts(hosts));
  repository.write(`stacks/address-plan/${largeEnvironment}.yaml`, plan);
  repository.write(`stacks/kubevirt-stack/Pulumi.${largeEnvironment}.yaml`, platform);
  repository.write('stacks/rings.yaml', {
    rings: [{ name: 'only', environments: [largeEnvironment] }],
  });
  for (let index = 0; index < clusters; index += 1) {
    const file = `stacks/user-cluster/Pulumi.${largeEnvironment}.tenant-${index}.yaml`;
    repository.write(file, cluster(index));
  }
  return repository;
}
