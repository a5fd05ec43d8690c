// SPDX-License-Identifier: Apache-2.0
import { saveKubeconfig, type RackSession, type StackName } from '@strata/sandbox';
import { kubectl, sharedInstance } from './environment.ts';

/** Speaks to a user cluster as its administrator. */
export interface ClusterUser {
  /** Path of the kubeconfig. */
  readonly kubeconfig: string;
  /** Output of kubectl that must succeed. */
  readonly kubectl: (...args: readonly string[]) => Promise<string>;
}

/** The administrator of a user cluster that is up. */
export async function userOf(session: RackSession, name: StackName): Promise<ClusterUser> {
  const kubeconfig = await saveKubeconfig(sharedInstance(), session, name);
  return {
    kubeconfig,
    kubectl: (...args) => kubectl(session, ['--kubeconfig', kubeconfig, ...args]),
  };
}
