// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError, readKubeconfig } from '@strata/cluster-client';
import { text, wholeNumber } from '../lifecycle/index.ts';
import type { Lifecycle } from '../lifecycle/index.ts';
import { waitFor, type Look } from './patience.ts';

/** Inputs of `NamespaceAccess`; see {@link file://./namespace-access.ts}. */
export interface NamespaceAccessInputs {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly timeoutSeconds: number;
}

export interface NamespaceAccessOutputs {
  readonly namespace: string;
}

const pauseSeconds = 1;

/** Number of successful requests in a row: several API servers may share one address. */
const answersInARow = 3;

/** Lifecycle of `NamespaceAccess`: waits until an account has its rights in a namespace. */
export const namespaceAccessLifecycle: Lifecycle<NamespaceAccessInputs, NamespaceAccessOutputs> = {
  fields: {
    kubeconfig: { ...text('the text of a kubeconfig'), isSecret: true },
    namespace: text('the name of a namespace', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/),
    timeoutSeconds: wholeNumber('seconds', { min: 1, max: 3_600, fallback: 60 }),
  },
  outputs: ['namespace'],
  secretOutputs: [],
  replacedBy: ['namespace'],
  // Another token belongs to the same account.
  renews: () => [],
  create: async ({ kubeconfig, namespace, timeoutSeconds }, work) => {
    const api = new ApiClient(await readKubeconfig(kubeconfig), { signal: work.signal });
    await waitFor(
      () => look(api, namespace),
      { timeoutSeconds, pauseSeconds },
      work,
      (waitingFor) =>
        `the account has no rights in the namespace ${namespace} after ${timeoutSeconds} s: ${waitingFor}. ` +
        'Bring up the stack infra of the environment, then this one again',
    );
    return { namespace };
  },
};

async function look(api: ApiClient, namespace: string): Promise<Look<true>> {
  try {
    for (let answer = 0; answer < answersInARow; answer += 1) {
      await api.text(`/api/v1/namespaces/${namespace}/configmaps?limit=1`);
    }
    return { done: true };
  } catch (error) {
    if (error instanceof ApiError) return { waitingFor: error.reason };
    throw error;
  }
}
