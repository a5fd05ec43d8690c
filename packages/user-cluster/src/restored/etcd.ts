// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { flagsOf } from './flags.ts';
import type { Programs, RunningProgram } from './programs.ts';

/** A member of etcd, as its flags describe it. */
interface EtcdMember {
  readonly name: string;
  /** Folder of its data. */
  readonly data: string;
  /** Addresses at which it listens for clients, and for its peers. */
  readonly client: string;
  readonly peer: string;
  /** Folder with `ca.crt`, `server.crt` and `server.key`. */
  readonly pki: string;
}

/** Returns the arguments with which kubeadm starts etcd, and further ones. */
export function etcdArguments(
  { client, data, name, peer, pki: folder }: EtcdMember,
  more: Readonly<Record<string, string>>,
): string[] {
  const file = (base: string) => join(folder, base);
  return flagsOf({
    name,
    'data-dir': data,
    'unsafe-no-fsync': 'true',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'cert-file': file('server.crt'),
    'key-file': file('server.key'),
    'client-cert-auth': 'true',
    'peer-cert-file': file('server.crt'),
    'peer-key-file': file('server.key'),
    'trusted-ca-file': file('ca.crt'),
    'peer-trusted-ca-file': file('ca.crt'),
    'peer-client-cert-auth': 'true',
    ...more,
  });
}

/** Ports of a member of etcd on loopback. */
export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

/** A single member of etcd on loopback. */
export interface LoopbackEtcd {
  /** Path of the program. */
  readonly program: string;
  /** Folder of its data. */
  readonly data: string;
  /** See {@link writeClusterCertificates}. */
  readonly pki: string;
  readonly ports: EtcdPorts;
}

/** Name of the member: that of a cluster's first control-plane VM. */
const member = 'cp-0';

const addressOf = (port: number) => `https://127.0.0.1:${port}`;

/** Starts the real etcd, alone, with the flags that kubeadm gives it. */
export function startEtcd(
  programs: Programs,
  { data, pki, ports, program }: LoopbackEtcd,
): RunningProgram {
  const peer = addressOf(ports.peer);
  const args = etcdArguments(
    { name: member, data, client: addressOf(ports.client), peer, pki },
    { 'initial-cluster': `${member}=${peer}` },
  );
  return programs.start(program, args);
}

/**
 * Returns the arguments of etcdutl that make the data of a member, alone, of a snapshot. All revisions
 * are raised, and the old ones are gone: whoever has seen later objects lists everything anew.
 *
 * @see docs/runbooks/restore-user-cluster.md
 */
export function restoreArguments(
  snapshot: string,
  { data, ports }: Pick<LoopbackEtcd, 'data' | 'ports'>,
): string[] {
  const peer = addressOf(ports.peer);
  const settings = flagsOf({
    'data-dir': data,
    name: member,
    'initial-cluster': `${member}=${peer}`,
    'initial-advertise-peer-urls': peer,
    'bump-revision': '1000000000',
  });
  return ['snapshot', 'restore', snapshot, ...settings, '--mark-compacted'];
}
