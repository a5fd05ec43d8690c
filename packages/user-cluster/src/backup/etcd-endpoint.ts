// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';

/** Port of etcd's clients. */
export const etcdPort = 2379;

/** Name of the Service by which backups find etcd. */
export const etcdService = 'etcd';

/** Returns the name by which backups find etcd, which is in the certificates of its members. */
export function etcdName(namespace: string): string {
  return `${etcdService}.${namespace}.svc`;
}

/** Settings of a VM's etcd that backups require. */
interface EtcdSettings {
  /** Flags by name, in addition to kubeadm's own or instead of them. */
  readonly flags: Readonly<Record<string, string>>;
  /** Names in its certificate, in addition to kubeadm's own. */
  readonly names: readonly string[];
}

/**
 * Returns what a VM's etcd must have so that backups reach it: it listens at all addresses of the VM
 * instead of only those of loopback and of its peers. NetworkPolicies let nobody but the backup reach it
 * there, and it asks everybody for a certificate of its authority.
 *
 * @returns nothing for a cluster without backups.
 */
export function etcdSettings(
  { backup }: Pick<UserClusterConfig, 'backup'>,
  namespace: string,
): EtcdSettings {
  if (backup === undefined) return { flags: {}, names: [] };
  return {
    flags: { 'listen-client-urls': `https://0.0.0.0:${etcdPort}` },
    names: [etcdName(namespace)],
  };
}
