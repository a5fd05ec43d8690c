// SPDX-License-Identifier: Apache-2.0

interface Entries {
  readonly 'current-context'?: string;
  readonly contexts?: readonly Named<'context', Context>[];
  readonly clusters?: readonly Named<'cluster', Cluster>[];
  readonly users?: readonly Named<'user', User>[];
}

type Named<Kind extends string, Value> = { readonly name: string } & Readonly<
  Partial<Record<Kind, Value>>
>;

type Context = Readonly<Partial<Record<'cluster' | 'user', string>>>;

type Cluster = Readonly<
  Partial<
    Record<
      'server' | 'certificate-authority' | 'certificate-authority-data' | 'tls-server-name',
      string
    >
  >
> & { readonly 'insecure-skip-tls-verify'?: boolean };

type User = Readonly<
  Partial<
    Record<
      | 'client-certificate'
      | 'client-certificate-data'
      | 'client-key'
      | 'client-key-data'
      | 'token'
      | 'tokenFile',
      string
    >
  >
>;

/** Cluster and user of the current context of a kubeconfig, with their names; absent when the kubeconfig has no such entry. */
export interface CurrentContext {
  readonly cluster?: Named<'cluster', Cluster>;
  readonly user?: Named<'user', User>;
}

/**
 * Returns the cluster and the user of the current context of a kubeconfig.
 *
 * @param kubeconfig - text of the kubeconfig.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function currentContext(kubeconfig: string): Promise<CurrentContext> {
  const { parse } = await import('yaml');
  const entries = parse(kubeconfig) as Entries | null;
  const context = entries?.contexts?.find(({ name }) => name === entries['current-context']);
  const cluster = entries?.clusters?.find(({ name }) => name === context?.context?.cluster);
  const user = entries?.users?.find(({ name }) => name === context?.context?.user);
  return { ...(cluster && { cluster }), ...(user && { user }) };
}
