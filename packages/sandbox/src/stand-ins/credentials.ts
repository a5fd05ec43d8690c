// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

/** How to reach one API server, and as whom. */
export interface Connection {
  /** Base URL. */
  readonly server: string;
  /** Certificates to trust, PEM. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Asked before every request: a kubelet renews a pod's token in its file. */
  readonly token?: () => string;
  /** Namespace of the kubeconfig's context, or of the pod. */
  readonly namespace?: string;
}

/** Where every pod finds its own identity. */
export const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The API server that the pod runs on, as the pod's ServiceAccount.
 *
 * @throws Error in client-go's words when this is no pod.
 */
export function inClusterConnection(
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder = serviceAccountFolder,
): Connection {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = env;
  if (host === '' || port === '') {
    throw new Error(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    );
  }
  const read = (file: string) => readFileSync(resolve(folder, file), 'utf8').trim();
  read('token');
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ca: read('ca.crt'),
    token: () => read('token'),
    namespace: read('namespace'),
  };
}

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly ({ name: string } & Record<'context', Record<string, string>>)[];
  readonly clusters?: readonly ({ name: string } & Record<'cluster', Record<string, string>>)[];
  readonly users?: readonly ({ name: string } & Record<'user', Record<string, string>>)[];
}

/**
 * The current context of a kubeconfig file: certificates and tokens, in the file or beside it.
 *
 * @throws Error that names the file and what is wrong with it. Credential plugins are not played.
 */
export function connectionFromKubeconfig(file: string): Connection {
  const config = readKubeconfig(file);
  const wrong = (what: string) => new Error(`${file}: ${what}`);
  const name = config['current-context'] ?? '';
  const context = config.contexts?.find((entry) => entry.name === name)?.context;
  if (context === undefined) throw wrong(`no context "${name}"`);
  const cluster = config.clusters?.find((entry) => entry.name === context.cluster)?.cluster;
  if (cluster?.server === undefined) throw wrong(`no cluster "${context.cluster ?? ''}"`);
  const user = config.users?.find((entry) => entry.name === context.user)?.user;
  if (user === undefined) throw wrong(`no user "${context.user ?? ''}"`);
  if (user.exec !== undefined) throw wrong(`user "${context.user ?? ''}" needs a plugin`);
  const pem = (entry: Readonly<Record<string, string>>, key: string) => {
    const data = entry[`${key}-data`];
    if (data !== undefined) return Buffer.from(data, 'base64').toString();
    const path = entry[key];
    return path === undefined ? undefined : readFileSync(resolve(dirname(file), path), 'utf8');
  };
  const { token, tokenFile } = user;
  const readToken =
    tokenFile === undefined
      ? token === undefined
        ? undefined
        : () => token
      : () => readFileSync(resolve(dirname(file), tokenFile), 'utf8').trim();
  return {
    server: cluster.server,
    ca: pem(cluster, 'certificate-authority'),
    cert: pem(user, 'client-certificate'),
    key: pem(user, 'client-key'),
    token: readToken,
    namespace: context.namespace,
  };
}

function readKubeconfig(file: string): Kubeconfig {
  const config = parse(readFileSync(file, 'utf8')) as Kubeconfig | null;
  if (config === null || typeof config !== 'object') throw new Error(`${file}: no kubeconfig`);
  return config;
}
