// SPDX-License-Identifier: Apache-2.0
import { saveKubeconfig, type Instance, type RackSession, type StackName } from '@strata/sandbox';
import { kubectl, sharedInstance, type List } from './environment.ts';

/** Speaks to a user cluster as its administrator. */
export interface ClusterUser {
  /** Path of the kubeconfig. */
  readonly kubeconfig: string;
  /** Output of kubectl that must succeed. */
  readonly kubectl: (...args: readonly string[]) => Promise<string>;
}

/**
 * The administrator of a user cluster that is up.
 *
 * @param instance - the sandbox that has it. @default the one that all files share
 */
export async function userOf(
  session: RackSession,
  name: StackName,
  instance: Instance = sharedInstance(),
): Promise<ClusterUser> {
  const kubeconfig = await saveKubeconfig(instance, session, name);
  return {
    kubeconfig,
    kubectl: (...args) => kubectl(session, ['--kubeconfig', kubeconfig, ...args]),
  };
}

interface Node {
  readonly metadata: { readonly name: string };
  readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } };
}

/** The version of every node's kubelet, by the node's name. */
export async function nodeVersions(user: ClusterUser): Promise<Record<string, string>> {
  const { items } = JSON.parse(await user.kubectl('get', 'nodes', '-o', 'json')) as List<Node>;
  return Object.fromEntries(
    items.map(({ metadata, status }) => [metadata.name, status.nodeInfo.kubeletVersion]),
  );
}
