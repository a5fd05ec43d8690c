// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '@strata/user-cluster/config';

/** Address of a load balancer that the file of a user cluster names. */
export interface OwnAddress {
  readonly of: 'the API' | 'SSH';
  readonly address: string;
  /** Path in the cluster's configuration. */
  readonly path: readonly [string, ...string[]];
}

/**
 * Returns the addresses of load balancers that a user cluster has for itself: that of its API, and
 * that of SSH if it has one. Services of its users are not in its file.
 */
export function ownAddresses({
  access,
  controlPlane,
}: Partial<Pick<UserClusterConfig, 'access' | 'controlPlane'>>): OwnAddress[] {
  const ssh = access?.ssh.address;
  return [
    ...(controlPlane === undefined
      ? []
      : [
          {
            of: 'the API',
            address: controlPlane.endpoint.address,
            path: ['controlPlane', 'endpoint', 'address'],
          } as const,
        ]),
    ...(ssh === undefined
      ? []
      : [{ of: 'SSH', address: ssh, path: ['access', 'ssh', 'address'] } as const]),
  ];
}
