// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { judgeIsolation } from './judge-isolation.ts';

/** A repository of the test's own. */
export const root = mkdtempSync(join(tmpdir(), 'strata-isolation-'));

/** Writes a file as YAML. */
export function write(file: string, content: object): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), stringify(content));
}

export const machine = { rootDisk: { image: 'ubuntu', sizeGiB: 20 }, instancetype: 'standard-2' };

/** Writes the file of a cluster. */
export function cluster(
  number: number,
  name: string,
  change: object = {},
  pool: object = {},
): void {
  const values = {
    kubernetes: {
      version: '1.35.4',
      podCidr: `10.10${number}.0.0/16`,
      serviceCidr: `10.20${number}.0.0/16`,
    },
    controlPlane: { ...machine, endpoint: { address: `203.0.113.${number}` } },
    pools: [{ ...machine, name: 'md-a', replicas: 1, ...pool }],
    ...change,
  };
  const config = Object.entries(values).map(([key, value]) => [`user-cluster:${key}`, value]);
  const entries = Object.fromEntries(config) as Readonly<Record<string, unknown>>;
  write(`stacks/user-cluster/Pulumi.prod.${name}.yaml`, { config: entries });
}

/** Makes the files of two clusters, red and blue, and removes all others. */
export function resetFiles(): void {
  rmSync(join(root, 'stacks'), { recursive: true, force: true });
  cluster(1, 'red');
  cluster(2, 'blue');
}

/** Removes all files. */
export function removeFiles(): void {
  rmSync(root, { recursive: true });
}

/** Outputs of the platform. */
export const platform = {
  release: 'v1.8',
  versions: {},
  namespaces: { cdi: 'cdi', kubevirt: 'kubevirt', 'prometheus-operator': 'monitoring' },
  storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  instancetypes: [],
  preferences: [],
  loadBalancerPools: [{ name: 'shared', addresses: ['203.0.113.0/28'] }],
  goldenImages: [],
  imageClonerRole: 'image-cloner',
  networks: [{ name: 'office', type: 'bridge', attachTo: 'networks/office' }],
  featureGates: [],
  storageClasses: [],
  clusterNetwork: { podCidrs: ['10.244.0.0/16'], serviceCidrs: ['10.96.0.0/16'], dnsServers: [] },
};

/** Judges the files, with changed outputs of the platform. */
export const judge = (json = false, change: object = {}) =>
  judgeIsolation(root, {
    environment: 'prod',
    platform: { name: 'platform.json', content: { ...platform, ...change } },
    json,
  });

/** Selects the namespace of a cluster. */
export const peerOf = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': `cluster-${name}` } },
});

/** Returns the change by which a cluster has a policy of its own. */
export const open = (spec: object) => ({
  isolation: { customNetworkPolicies: [{ name: 'own', spec }] },
});
