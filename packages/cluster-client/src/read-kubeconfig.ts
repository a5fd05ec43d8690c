// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { join } from 'node:path';
import { currentContext } from './current-context.ts';
import { KubeconfigError } from './kubeconfig-error.ts';

/** Server and request options from the current context of a kubeconfig. */
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
 * @param root - folder below which the files are that the kubeconfig names. @default the machine's own
 * @throws KubeconfigError when the kubeconfig is no YAML, or has no current context with a server.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function readKubeconfig(kubeconfig: string, root?: string): Promise<Access> {
  const { cluster: entry, user: login } = currentContext(kubeconfig);
  const { cluster } = entry ?? {};
  const user = login?.user ?? {};
  const { server } = cluster ?? {};
  if (cluster === undefined || server === undefined) {
    throw new KubeconfigError('has no current context with a server');
  }
  if (rareLogins.some((login) => login in user)) return rareAccess(kubeconfig, server);
  const content = async (path: string | undefined) =>
    path ? readFile(root === undefined ? path : join(root, path)) : undefined;
  // A field has its data in base64, or names a file.
  const material = async (fields: object, name: string) => {
    const { [`${name}-data`]: data, [name]: path } = fields as Record<string, string | undefined>;
    return data ? Buffer.from(data, 'base64') : content(path);
  };
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

async function rareAccess(kubeconfig: string, server: string): Promise<Access> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  return { server, options };
}
