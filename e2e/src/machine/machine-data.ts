// SPDX-License-Identifier: Apache-2.0
import { addresses } from '@strata/real-machine';
import { userClusterConfig } from '@strata/user-cluster/config';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import { renderUserData } from '@strata/user-cluster/machine-data';
import type { ClusterKeys } from './cluster-keys.ts';

/** The cluster that the machines are of. */
export const cluster = { name: 'real', namespace: 'cluster-real', version: '1.35.4' } as const;

const mirrorHost = `${addresses.gateway}:${addresses.mirrorPort}`;

/** Where the API is. */
export const apiUrl = `https://${addresses.endpoint}:${addresses.apiPort}`;

/** User that people log in as. */
export const loginUser = 'strata';

/**
 * An owner of a cluster that brings a pod network of its own, and a platform with a mirror.
 *
 * @param loginKey - line of `authorized_keys` with which people log in.
 */
export function machineConfig(loginKey: string): UserClusterConfig {
  const machine = { cpu: 2, memoryGiB: 3, rootDisk: { image: 'debian-13', sizeGiB: 20 } };
  return userClusterConfig.parse({
    kubernetes: {
      version: cluster.version,
      podCidr: '10.100.0.0/16',
      serviceCidr: '10.101.0.0/16',
      binaries: { mirror: `https://${mirrorHost}/downloads` },
    },
    controlPlane: { ...machine, endpoint: { address: addresses.endpoint } },
    pools: [
      {
        name: 'md-a',
        replicas: 1,
        ...machine,
        labels: { 'example.org/pool': 'a' },
        drain: { timeoutSeconds: 120, shutdownSeconds: 30 },
      },
    ],
    cni: { type: 'none' },
    access: { ssh: { via: 'bastion', user: loginUser, authorizedKeys: [loginKey] } },
  });
}

/**
 * Returns the user data that a machine of a role reads at its first boot: the same text that the
 * product's stack would give it.
 */
export function userDataOf(
  role: 'control-plane' | 'worker',
  keys: ClusterKeys,
  loginKey: string,
): string {
  const config = machineConfig(loginKey);
  const [pool] = config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  const { authority } = keys;
  const context = {
    cluster: cluster.name,
    namespace: cluster.namespace,
    config,
    authority,
    platform: { networks: [], registryMirror: `${mirrorHost}/mirror` },
  };
  return role === 'worker'
    ? renderUserData({
        ...context,
        role,
        machine: pool,
        kubernetesVersion: cluster.version,
        token: keys.token.value,
      })
    : renderUserData({
        ...context,
        role,
        machine: config.controlPlane,
        index: 0,
        keys: keys.controlPlane,
      });
}

/**
 * Returns the vendor data that a platform with a mirror gives to its machines: the authority to
 * trust. Golden images already contain that authority.
 */
export function vendorData(authorityPem: string): string {
  return `#cloud-config\n${JSON.stringify({ ca_certs: { trusted: [authorityPem] } })}\n`;
}
