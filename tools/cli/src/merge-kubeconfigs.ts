// SPDX-License-Identifier: Apache-2.0
import { currentContext } from '@strata/cluster-client/current-context';
import { stringify } from 'yaml';
import { CliError } from './usage-error.ts';

/** A kubeconfig, and what its context is to be called. */
export interface NamedKubeconfig {
  readonly name: string;
  /** YAML or JSON. */
  readonly text: string;
}

/** @throws CliError naming the stack of a kubeconfig that is broken. */
function contextOf(name: string, text: string): ReturnType<typeof currentContext> {
  try {
    return currentContext(text);
  } catch (error) {
    const { problem } = error as { readonly problem?: string };
    if (problem === undefined) throw error;
    throw new CliError(`The kubeconfig of ${name} ${problem}.`);
  }
}

/** Its current context with the cluster and the user, all three under one name. */
function currentOf({ name, text }: NamedKubeconfig) {
  const { cluster, context, user } = contextOf(name, text);
  if (context === undefined || cluster === undefined || user === undefined) {
    throw new CliError(
      `The kubeconfig of ${name} has no current context with a cluster and a user.`,
    );
  }
  return {
    context: { name, context: { ...context.context, cluster: name, user: name } },
    cluster: { name, cluster: cluster.cluster },
    user: { name, user: user.user },
  };
}

/**
 * One kubeconfig with a context for each, called by its name; the first is the current one.
 *
 * @throws CliError naming one that is no YAML or has no current context.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function mergeKubeconfigs(all: readonly NamedKubeconfig[]): string {
  const parts = all.map(currentOf);
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: parts.map(({ cluster }) => cluster),
    users: parts.map(({ user }) => user),
    contexts: parts.map(({ context }) => context),
    'current-context': all[0]?.name ?? '',
  });
}
