// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** Address, authority and certificate with which a client connects to one API server. */
export interface Credentials {
  readonly server: string;
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
}

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly (Named<unknown> & {
    readonly context: { readonly cluster: string; readonly user: string };
  })[];
  readonly clusters?: readonly { readonly name: string; readonly cluster: Fields }[];
  readonly users?: readonly { readonly name: string; readonly user: Fields }[];
}
type Fields = Readonly<Record<string, string | undefined>>;

/**
 * Reads a kubeconfig of the guest.
 *
 * @param root - The guest's root; the files that the kubeconfig names are below it.
 * @throws Error when the kubeconfig, or a file that it names, is missing or incomplete.
 */
export function readKubeconfig(root: string, path: string): Credentials {
  const config = parse(readFileSync(join(root, path), 'utf8')) as Kubeconfig;
  const wanted = config['current-context'];
  const context = config.contexts?.find(({ name }) => name === wanted)?.context;
  const cluster = config.clusters?.find(({ name }) => name === context?.cluster)?.cluster;
  const user = config.users?.find(({ name }) => name === context?.user)?.user;
  if (cluster?.server === undefined || user === undefined) {
    throw new Error(`${path}: context ${wanted ?? ''} has no cluster or no user`);
  }
  const field = (fields: Fields, name: string): string | undefined => {
    const data = fields[`${name}-data`];
    if (data !== undefined && data !== '') return Buffer.from(data, 'base64').toString();
    const file = fields[name];
    return file === undefined || file === '' ? undefined : readFileSync(join(root, file), 'utf8');
  };
  const cert = field(user, 'client-certificate');
  const key = field(user, 'client-key');
  return {
    server: cluster.server,
    ca: field(cluster, 'certificate-authority') ?? '',
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(user.token !== undefined && { token: user.token }),
  };
}

/**
 * Renders the kubeconfig that a kubelet writes once it has its own certificate.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/certificate/bootstrap/bootstrap.go
 */
export function renderKubeletKubeconfig({ server, ca }: Credentials, pemPath: string): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'default-cluster',
        cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [
      { name: 'default-auth', user: { 'client-certificate': pemPath, 'client-key': pemPath } },
    ],
    contexts: [
      { name: 'default-context', context: { cluster: 'default-cluster', user: 'default-auth' } },
    ],
    'current-context': 'default-context',
  });
}
