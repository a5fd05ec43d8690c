// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { currentContext } from './current-context.ts';

/** What requests need of the current context of a kubeconfig. */
export interface Access {
  readonly server: string;
  /** TLS options and headers of a request. */
  readonly options: RequestOptions;
}

/** Kinds of login that need Kubernetes' own library, which takes half a second to load. */
const rareLogins = ['exec', 'auth-provider', 'username', 'as'];

/**
 * Returns server and request options for the current context of a kubeconfig.
 *
 * @throws Error when the kubeconfig has no current context with a server.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function readKubeconfig(kubeconfig: string): Promise<Access> {
  const { cluster: entry, user: login } = await currentContext(kubeconfig);
  const { cluster } = entry ?? {};
  const user = login?.user ?? {};
  const { server } = cluster ?? {};
  if (cluster === undefined || server === undefined) {
    throw new Error('the kubeconfig has no current context with a server');
  }
  if (rareLogins.some((login) => login in user)) return rareAccess(kubeconfig, server);
  const token = user.token ?? (await content(user.tokenFile))?.toString().trim();
  const options: RequestOptions = {
    ca: await material(cluster, 'certificate-authority'),
    cert: await material(user, 'client-certificate'),
    key: await material(user, 'client-key'),
    ...(cluster['insecure-skip-tls-verify'] === true && { rejectUnauthorized: false }),
    ...(cluster['tls-server-name'] && { servername: cluster['tls-server-name'] }),
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  };
  return { server, options };
}

/** Returns the bytes of a field that contains data in base64 or the path of a file. */
async function material(
  entry: Readonly<Record<string, unknown>>,
  name: string,
): Promise<Buffer | undefined> {
  const data = entry[`${name}-data`] as string | undefined;
  return data ? Buffer.from(data, 'base64') : content(entry[name] as string | undefined);
}

async function content(path: string | undefined): Promise<Buffer | undefined> {
  return path ? readFile(path) : undefined;
}

async function rareAccess(kubeconfig: string, server: string): Promise<Access> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  return { server, options };
}
