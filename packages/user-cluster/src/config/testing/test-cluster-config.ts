// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { userClusterConfig } from '../index.ts';

const rootDisk = { image: 'ubuntu', sizeGiB: 30 };

/** An issuer with what it must have. */
export const issuer = {
  name: 'sso',
  url: 'https://login.example.org/realms/shop',
  audiences: ['kubernetes'],
  claimMappings: {
    username: { claim: 'sub', prefix: 'sso:' },
    groups: { claim: 'groups', prefix: 'sso:' },
  },
};

const s3 = {
  endpoint: 'https://s3.example.org',
  bucket: 'backups',
  credentials: { secretName: 'keys' },
};

/** The smallest configuration in which each group of keys is there. */
export const smallest = {
  kubernetes: {
    version: '1.35.4',
    podCidr: '10.100.0.0/16',
    serviceCidr: '10.101.0.0/16',
    registries: [{ registry: 'docker.io', endpoint: 'https://mirror.example.org' }],
    kubeconfigs: [{ name: 'on-call', role: 'view' }],
  },
  controlPlane: { rootDisk, endpoint: { address: '203.0.113.2' } },
  pools: [
    {
      name: 'md-a',
      replicas: 2,
      rootDisk,
      disks: [{ name: 'data', kind: 'data' }],
      volumes: [{ name: 'ca', kind: 'configMap', object: 'ca' }],
      interfaces: [{ network: 'backbone' }],
      taints: [{ key: 'a', effect: 'NoSchedule' }],
      scheduling: { spread: [{}], tolerations: [{ key: 'a' }] },
      dnsConfig: { options: [{ name: 'ndots', value: '1' }] },
    },
  ],
  network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 7 }] },
  storage: {},
  oidc: { issuers: [issuer], groups: [{ group: 'sso:team', role: 'view' }] },
  backup: { target: { s3 }, volumes: {} },
  audit: { webhook: { url: 'https://audit.example.org' } },
  delivery: { flux: { url: 'https://git.example.org/shop', ref: { branch: 'main' } } },
};

/** Reads a configuration as the program does, with all keys encrypted that hold secrets. */
export const inspect = (config: object) =>
  inspectConfig(userClusterConfig, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [`user-cluster:${key}`, JSON.stringify(value)]),
    ),
    secretKeys: ['user-cluster:backup', 'user-cluster:audit', 'user-cluster:delivery'],
  });
