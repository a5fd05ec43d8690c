// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '@strata/cluster-client';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderEncryption } from '../bootstrap/control-plane-files.ts';
import type { EncryptionKey } from '../bootstrap/key-material.ts';
import type { EtcdPorts } from './etcd.ts';
import { flagsOf } from './flags.ts';
import type { Programs, RunningProgram } from './programs.ts';

/** Flags of an API server. Undefined leaves one out. */
export type ApiFlags = Readonly<Record<string, string | undefined>>;

/** An API server on loopback, on an etcd there. */
export interface LoopbackApi {
  /** Path of the program. */
  readonly program: string;
  /** Folder of its files; nobody else may read it. */
  readonly folder: string;
  /** See {@link writeClusterCertificates}. */
  readonly pki: string;
  readonly etcd: EtcdPorts;
  readonly port: number;
  /** See {@link ControlPlaneKeys}; without any, no encrypted Secret can be read. */
  readonly encryptionKeys: readonly EncryptionKey[];
  /** Flags in addition to those that are needed, or instead of them. */
  readonly flags?: ApiFlags;
}

/** An API server, and a client that may do everything. */
export interface StartedApi {
  readonly server: RunningProgram;
  readonly client: ApiClient;
  readonly port: number;
  /** Token of the client, who is in the group `system:masters`. */
  readonly token: string;
}

/**
 * Admission plugins that the API server runs without. The cluster's objects belong to its tenants:
 * they refer to webhooks and API servers that would be called, and they would decide about every
 * object that the API server makes.
 */
const judgesOfTenants = [
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
];

/**
 * Renders the ways by which the API server would reach anybody but etcd: all lead to a socket that is not
 * there.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/setup-konnectivity/
 */
function renderNoWayOut(folder: string) {
  const transport = { uds: { udsName: join(folder, 'nobody.sock') } };
  return {
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: ['cluster', 'controlplane'].map((name) => ({
      name,
      connection: { proxyProtocol: 'HTTPConnect', transport },
    })),
  };
}

/** Returns the flags of an API server, and writes the files that they name. */
function writeFlags({ encryptionKeys, etcd, folder, pki, port }: LoopbackApi, token: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const encryption = renderEncryption(encryptionKeys);
  return {
    'etcd-servers': `https://127.0.0.1:${etcd.client}`,
    'etcd-cafile': join(pki, 'ca.crt'),
    'etcd-certfile': join(pki, 'client.crt'),
    'etcd-keyfile': join(pki, 'client.key'),
    'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
    'service-account-signing-key-file': join(pki, 'sa.key'),
    'service-account-key-file': join(pki, 'sa.pub'),
    'service-cluster-ip-range': '10.101.0.0/16',
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'endpoint-reconciler-type': 'none',
    'secure-port': `${port}`,
    'tls-cert-file': join(pki, 'server.crt'),
    'tls-private-key-file': join(pki, 'server.key'),
    'anonymous-auth': 'false',
    'authorization-mode': 'AlwaysAllow',
    'token-auth-file': write('tokens.csv', `${token},admin,1,system:masters\n`),
    'disable-admission-plugins': judgesOfTenants.join(','),
    'egress-selector-config-file': write('egress.yaml', JSON.stringify(renderNoWayOut(folder))),
    ...(encryptionKeys.length > 0 && {
      'encryption-provider-config': write('encryption.yaml', JSON.stringify(encryption)),
    }),
  };
}

/**
 * Starts the real API server. It listens on loopback for one client with a token of its own, and talks
 * to nobody but etcd.
 */
export function launchApi(programs: Programs, api: LoopbackApi): StartedApi {
  const { flags, pki, port, program } = api;
  const token = randomBytes(32).toString('hex');
  const server = programs.start(program, flagsOf({ ...writeFlags(api, token), ...flags }));
  const access = {
    server: `https://127.0.0.1:${port}`,
    options: {
      ca: readFileSync(join(pki, 'ca.crt')),
      headers: { authorization: `Bearer ${token}` },
    },
  };
  const client = new ApiClient(access, { seconds: 20, connections: 'kept' });
  return { server, client, port, token };
}

/** Starts the real API server, and returns it when it is ready. */
export async function startApi(programs: Programs, api: LoopbackApi): Promise<StartedApi> {
  const started = launchApi(programs, api);
  await started.server.ready(async () => (await started.client.text('/readyz')) === 'ok');
  return started;
}
