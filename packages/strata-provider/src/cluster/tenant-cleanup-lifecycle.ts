// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError, readKubeconfig } from '@strata/cluster-client';
import { oneOf, text, wholeNumber, type Lifecycle, type Work } from '../lifecycle/index.ts';
import { waitFor, type Look } from './patience.ts';
import { shortList } from './short-list.ts';
import { fullName, loadBalancers } from './tenant-objects.ts';
import { VolumeRemoval } from './tenant-volumes.ts';

/** Inputs of `TenantCleanup`; see {@link file://./tenant-cleanup.ts}. */
export interface TenantCleanupInputs {
  readonly kubeconfig: string;
  readonly volumes: 'delete' | 'retain';
  readonly whenUnreachable: 'fail' | 'skip';
  readonly timeoutSeconds: number;
}

/** Seconds without an answer after which a cluster counts as unreachable. */
const unreachableSeconds = 30;

const pauseSeconds = 2;

/** Lifecycle of `TenantCleanup`: its deletion deletes what a user cluster has created in the infra cluster; it does nothing else. */
export const tenantCleanupLifecycle: Lifecycle<TenantCleanupInputs, object> = {
  fields: {
    kubeconfig: { ...text('the text of a kubeconfig'), isSecret: true },
    volumes: oneOf(['delete', 'retain']),
    whenUnreachable: oneOf(['fail', 'skip'], 'fail'),
    timeoutSeconds: wholeNumber('seconds', { min: 1, max: 86_400, fallback: 600 }),
  },
  outputs: [],
  secretOutputs: [],
  replacedBy: [],
  renews: () => [],
  create: () => Promise.resolve({}),
  delete: async ({ inputs }, work) => {
    const { timeoutSeconds, volumes, whenUnreachable } = inputs;
    const api = new ApiClient(await readKubeconfig(inputs.kubeconfig), { signal: work.signal });
    const reason = await unreachable(api, work);
    if (reason !== undefined) {
      if (whenUnreachable === 'fail') throw new Error(unreachableWords(api, reason, work));
      work.info(`skipped, nothing was cleaned up: the API at ${api.server} gives ${reason}`);
      return;
    }
    const removal = volumes === 'delete' ? new VolumeRemoval(api) : undefined;
    await waitFor(
      () => look(api, removal),
      { timeoutSeconds, pauseSeconds },
      work,
      (waitingFor) =>
        `the user cluster at ${api.server} was not cleaned up within ${timeoutSeconds} s: ${waitingFor}. ` +
        `See why in the cluster, and run the same command again to go on${lostWords(removal?.lostNodes ?? [], work)}`,
    );
  },
};

/** Returns why the API does not answer; undefined when it answers. */
async function unreachable(api: ApiClient, work: Work): Promise<string | undefined> {
  const patience = { timeoutSeconds: unreachableSeconds, pauseSeconds };
  const ask = async (): Promise<Look<undefined>> => {
    try {
      await api.text('/version');
      return { done: undefined };
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) return { waitingFor: error.reason };
      throw refused(api, error);
    }
  };
  let reason: string | undefined;
  try {
    await waitFor(ask, patience, work, (waitingFor) => (reason = waitingFor));
  } catch (error) {
    if (reason === undefined) throw error;
  }
  return reason;
}

async function look(api: ApiClient, removal: VolumeRemoval | undefined): Promise<Look<undefined>> {
  try {
    const services = await loadBalancers(api);
    for (const { metadata } of services) {
      if (metadata.deletionTimestamp !== undefined) continue;
      await api.delete(`/api/v1/namespaces/${metadata.namespace ?? ''}/services/${metadata.name}`);
    }
    const volumes = (await removal?.remove()) ?? [];
    const left = [...services.map((service) => `Service ${fullName(service)}`), ...volumes];
    return left.length === 0
      ? { done: undefined }
      : { waitingFor: `still there: ${shortList(left)}` };
  } catch (error) {
    if (error instanceof ApiError && error.isPassing) return { waitingFor: error.message };
    throw refused(api, error);
  }
}

function refused(api: ApiClient, error: unknown): unknown {
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return error;
  return new Error(
    `the user cluster at ${api.server} does not let Strata clean it up: ${error.reason}. ` +
      'pulumi up renews the credentials that are in the state',
  );
}

/** Returns how to go on without the cleanup. */
function forgetWords({ urn }: Work): string {
  const [stack = '', project = ''] = urn.replace('urn:pulumi:', '').split('::');
  return (
    `forget about the cleanup with "pulumi -C packages/${project} state delete --stack ${stack} '${urn}'"; ` +
    'then run this again (docs/runbooks/delete-cluster.md#the-api-is-dead)'
  );
}

/** Returns how to go on when pods are on nodes that are not Ready; empty when there are none. */
function lostWords(nodes: readonly string[], work: Work): string {
  if (nodes.length === 0) return '';
  return (
    `. Pods do not end on a node that is not Ready: bring back ${nodes.join(', ')}. If that is not possible, ` +
    "the claims must go with the infra cluster's namespace: " +
    forgetWords(work)
  );
}

function unreachableWords(api: ApiClient, reason: string, work: Work): string {
  const [, project = ''] = work.urn.split('::');
  return (
    `the user cluster at ${api.server} cannot be reached to clean it up: ${reason}. ` +
    'Bring its API back and run this again. If it is lost, what its LoadBalancer Services and ' +
    "volumes made in the infra cluster's namespace must go with the namespace or by hand: set " +
    `${project}:deletion.unreachable to "skip" and bring the stack up, or ${forgetWords(work)}`
  );
}
