// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import type * as yaml from 'yaml';
import { KubeconfigError } from './kubeconfig-error.ts';

/** An entry of a list of a kubeconfig. */
export type NamedEntry<Kind extends string, Fields> = { readonly name: string } & Readonly<
  Partial<Record<Kind, Fields>>
>;

/** Fields of a context. */
export type ContextFields = Readonly<Partial<Record<'cluster' | 'user' | 'namespace', string>>>;

/** Fields of a cluster that Strata reads. */
export type ClusterFields = Readonly<
  Partial<
    Record<
      | 'server'
      | 'certificate-authority'
      | 'certificate-authority-data'
      | 'tls-server-name'
      | 'proxy-url',
      string
    >
  >
> & { readonly 'insecure-skip-tls-verify'?: boolean };

/** Fields of a user that Strata reads. */
export type UserFields = Readonly<
  Partial<
    Record<
      | 'as'
      | 'client-certificate'
      | 'client-certificate-data'
      | 'client-key'
      | 'client-key-data'
      | 'password'
      | 'token'
      | 'tokenFile'
      | 'username',
      string
    >
  >
> & { readonly exec?: unknown; readonly 'auth-provider'?: unknown };

/** The current context of a kubeconfig with its cluster and its user; each is absent when the kubeconfig has no such entry. */
export interface CurrentContext {
  readonly context?: NamedEntry<'context', ContextFields>;
  readonly cluster?: NamedEntry<'cluster', ClusterFields>;
  readonly user?: NamedEntry<'user', UserFields>;
}

/**
 * Returns the current context of a kubeconfig with its cluster and its user.
 *
 * @param kubeconfig - text of the kubeconfig.
 * @throws KubeconfigError when it is no YAML.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function currentContext(kubeconfig: string): CurrentContext {
  const config = parseYaml(kubeconfig);
  const find = (list: string, name: unknown): NamedEntry<string, unknown> | undefined => {
    const entries: unknown = config[list];
    if (name === undefined || !Array.isArray(entries)) return undefined;
    return (entries as (NamedEntry<string, unknown> | null)[]).find(
      (entry): entry is NamedEntry<string, unknown> => entry?.name === name,
    );
  };
  const context = find('contexts', config['current-context']) as CurrentContext['context'];
  if (context === undefined) return {};
  const cluster = find('clusters', context.context?.cluster) as CurrentContext['cluster'];
  const user = find('users', context.context?.user) as CurrentContext['user'];
  return { context, ...(cluster && { cluster }), ...(user && { user }) };
}

/**
 * Loads the reader of YAML when there is YAML: it has 72 files, which would be a fifth of the time in
 * which the plug-in of keys starts, and kubeconfigs that Strata makes are JSON.
 */
function loadYaml(): typeof yaml {
  return createRequire(import.meta.url)('yaml') as typeof yaml;
}

/** Parses JSON; undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses YAML. The parser's own error would quote the line, which may have credentials in it. */
function parseYaml(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = parseJson(text) ?? loadYaml().parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch (error) {
    const { linePos } = error as { readonly linePos?: readonly { line: number; col: number }[] };
    const [at] = linePos ?? [];
    throw new KubeconfigError(
      at === undefined ? 'is no YAML' : `is no YAML at line ${at.line}, column ${at.col}`,
    );
  }
}
