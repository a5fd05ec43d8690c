// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import type { User } from '@kubernetes/client-node';
import * as pulumi from '@pulumi/pulumi';
import { messageOf } from './message-of.ts';

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

/** Returns a message with the position of a YAML error. The parser's own message would quote the line with its credentials. */
function withoutQuote(error: unknown): string {
  const { mark } = error as { readonly mark?: { readonly line: number; readonly column: number } };
  return mark === undefined
    ? messageOf(error)
    : `it is no YAML at line ${mark.line + 1}, column ${mark.column + 1}`;
}

function parse({ text, title }: KubeconfigSource): KubeConfig {
  const parsed = new KubeConfig();
  try {
    parsed.loadFromString(text);
  } catch (error) {
    throw new pulumi.RunError(`${title} is not a kubeconfig: ${withoutQuote(error)}`);
  }
  return parsed;
}

/** Returns the data of the kubeconfig, or the content of the named file in base64. */
function embed(source: KubeconfigSource, file?: string, data?: string): string | undefined {
  if (data !== undefined || file === undefined) return data;
  const { directory, title } = source;
  if (directory === undefined) {
    throw new pulumi.RunError(
      `${title} names the file ${file}, which is not part of it; put its content in instead ` +
        '(kubectl config view --raw --flatten).',
    );
  }
  try {
    return readFileSync(resolve(directory, file)).toString('base64');
  } catch (error) {
    throw new pulumi.RunError(`${title} names a file that cannot be read: ${messageOf(error)}`);
  }
}

/** Refuses credentials that come from a command, because they cannot be passed on to the stacks above. */
function refuseCommands(user: User, title: string): void {
  if (user.exec === undefined && user.authProvider === undefined) return;
  throw new pulumi.RunError(
    `${title} gets the credentials of user ${user.name} from a command, so they cannot be handed ` +
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
  const parsed = parse(source);
  const context = parsed.getContextObject(parsed.getCurrentContext());
  const cluster = parsed.getCurrentCluster();
  const user = parsed.getCurrentUser();
  if (context === null || cluster === null || user === null) {
    throw new pulumi.RunError(
      `${source.title} has no current context with a cluster and a user; set one with ` +
        'kubectl config use-context.',
    );
  }
  refuseCommands(user, source.title);
  const { caFile, ...restOfCluster } = cluster;
  const { certFile, keyFile, ...restOfUser } = user;
  const whole = new KubeConfig();
  whole.loadFromOptions({
    clusters: [{ ...restOfCluster, caData: embed(source, caFile, cluster.caData) }],
    users: [
      {
        ...restOfUser,
        certData: embed(source, certFile, user.certData),
        keyData: embed(source, keyFile, user.keyData),
      },
    ],
    contexts: [context],
    currentContext: context.name,
  });
  return { text: whole.exportConfig(), apiEndpoint: cluster.server };
}
