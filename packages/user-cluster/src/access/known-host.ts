// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from '../cluster-context.ts';
import { jumpHost, sshPort } from './jump-host.ts';
import { openSshPublicKey } from './ssh-host-key.ts';

/** Facts that the line of a bastion is made from. */
export interface KnownHostArgs extends Pick<ClusterContext, 'config' | 'infra'> {
  /** Public host key in PEM, from the resource SigningKey. */
  readonly publicKeyPem: string;
  /** Port of the bastion, as createSshAccess returns it. @default 22 */
  readonly port?: number | undefined;
}

/**
 * Returns the line of known_hosts by which SSH knows the bastion of a cluster.
 *
 * @see https://man.openbsd.org/sshd#SSH_KNOWN_HOSTS_FILE_FORMAT
 */
export function knownHost({ port = sshPort, publicKeyPem, ...context }: KnownHostArgs): string {
  const host = jumpHost(context);
  const name = port === sshPort ? host : `[${host}]:${port}`;
  return `${name} ${openSshPublicKey(publicKeyPem)}`;
}
