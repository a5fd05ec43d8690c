// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { KubeconfigError } from '@strata/cluster-client';
import { currentContext } from '@strata/cluster-client/current-context';
import type {
  ClusterFields,
  ContextFields,
  CurrentContext,
  NamedEntry,
  UserFields,
} from '@strata/cluster-client/current-context';

/** A kubeconfig that is to become self-contained. */
export interface KubeconfigSource {
  readonly text: string;
  /** Name of the kubeconfig in error messages. */
  readonly title: string;
  /** Folder that its relative paths start from; without it the kubeconfig may name no files. */
  readonly directory?: string;
}

/** A kubeconfig that refers to no other file. */
export interface SelfContainedKubeconfig {
  readonly text: string;
  /** `https://host:port` */
  readonly apiEndpoint: string;
}

function contextOf({ text, title }: KubeconfigSource): CurrentContext {
  try {
    return currentContext(text);
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error;
    throw new pulumi.RunError(`${title} is not a kubeconfig: it ${error.problem}`);
  }
}

/** Returns the content of a file that the kubeconfig names. */
function contentOf({ directory, title }: KubeconfigSource, file: string): Buffer {
  if (directory === undefined) {
    throw new pulumi.RunError(
      `${title} names the file ${file}, which is not part of it; put its content in instead ` +
        '(kubectl config view --raw --flatten).',
    );
  }
  try {
    return readFileSync(resolve(directory, file));
  } catch (error) {
    throw new pulumi.RunError(`${title} names a file that cannot be read: ${messageOf(error)}`);
  }
}

/** Returns the data of the kubeconfig, or the content of the named file in base64. */
function embed(source: KubeconfigSource, file?: string, data?: string): string | undefined {
  if (data !== undefined || file === undefined) return data;
  return contentOf(source, file).toString('base64');
}

/** Refuses credentials that come from a command, because they cannot be passed on to the stacks above. */
function refuseCommands(name: string, user: UserFields, title: string): void {
  if (user.exec == null && user['auth-provider'] == null) return;
  throw new pulumi.RunError(
    `${title} gets the credentials of user ${name} from a command, so they cannot be handed ` +
      'to other stacks; give a kubeconfig with a token or a client certificate.',
  );
}

/**
 * Reduces a kubeconfig to its current context and embeds the certificates and keys that it names, so
 * that it works on any computer and contains no credentials of other clusters.
 *
 * @throws RunError when the text is not a kubeconfig, has no usable current context, names a file
 * that cannot be read, or gets its credentials from a command.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 */
export function selfContainedKubeconfig(source: KubeconfigSource): SelfContainedKubeconfig {
  const { cluster, context, user } = contextOf(source);
  const server = cluster?.cluster?.server?.replace(/\/$/, '');
  if (context === undefined || server === undefined || user === undefined) {
    throw new pulumi.RunError(
      `${source.title} has no current context with a cluster and a user; set one with ` +
        'kubectl config use-context.',
    );
  }
  const whole = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster?.name, cluster: wholeCluster(source, server, cluster?.cluster) }],
    users: [{ name: user.name, user: wholeUser(source, user) }],
    contexts: [{ name: context.name, context: namedContext(context) }],
    preferences: {},
    'current-context': context.name,
  };
  return { text: JSON.stringify(whole), apiEndpoint: server };
}

// The text is in states: another order of its fields would change them.

function wholeCluster(source: KubeconfigSource, server: string, fields: ClusterFields = {}) {
  return {
    server,
    'certificate-authority-data': embed(
      source,
      fields['certificate-authority'],
      fields['certificate-authority-data'],
    ),
    'insecure-skip-tls-verify': fields['insecure-skip-tls-verify'] === true,
    'tls-server-name': fields['tls-server-name'],
    'proxy-url': fields['proxy-url'],
  };
}

function wholeUser(source: KubeconfigSource, entry: NamedEntry<'user', UserFields>) {
  const user = entry.user ?? {};
  refuseCommands(entry.name, user, source.title);
  const { tokenFile } = user;
  const given = user.token === '' ? undefined : user.token;
  const token = given ?? (tokenFile && contentOf(source, tokenFile).toString().trim());
  return {
    as: user.as,
    'client-certificate-data': embed(
      source,
      user['client-certificate'],
      user['client-certificate-data'],
    ),
    'client-key-data': embed(source, user['client-key'], user['client-key-data']),
    ...(token && { token }),
    password: user.password,
    username: user.username,
  };
}

function namedContext({ name, context = {} }: NamedEntry<'context', ContextFields>) {
  const { cluster, namespace, user } = context;
  return { cluster, name, user, ...(namespace && { namespace }) };
}
