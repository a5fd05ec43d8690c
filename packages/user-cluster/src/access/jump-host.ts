// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from '../cluster-context.ts';

/** The port of SSH, which commands and files of OpenSSH need not name. */
export const sshPort = 22;

/**
 * Returns the address of the jump; without a load balancer, that of a host, or its name where infra knows no
 * address of it.
 */
export function jumpHost({ config, infra }: Pick<ClusterContext, 'config' | 'infra'>): string {
  const { address, via } = config.access.ssh;
  const isBalanced = address !== undefined && via !== 'node-port';
  if (isBalanced) return address;
  const [host] = infra.hosts;
  return host?.addresses?.[0] ?? host?.name ?? 'HOST';
}
