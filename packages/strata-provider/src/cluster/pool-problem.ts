// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from './api-client.ts';

const group = '/apis/pool.kubevirt.io';

interface Group {
  readonly preferredVersion?: { readonly version: string };
}

interface Pool {
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
  };
}

/** Why a pool has fewer machines than it is to have, as far as its controller says. */
export async function poolProblem(
  api: ApiClient,
  { namespace, pool }: { readonly namespace: string; readonly pool: string },
): Promise<string> {
  // Its version depends on KubeVirt's.
  const version = (await api.get<Group>(group))?.preferredVersion?.version;
  const found = await api.get<Pool>(
    `${group}/${version ?? 'v1beta1'}/namespaces/${namespace}/virtualmachinepools/${pool}`,
  );
  if (found === undefined) return 'machines are still to be made';
  const failure = found.status?.conditions?.find(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  );
  return failure?.message === undefined
    ? 'the pool is still to make machines'
    : `the pool cannot make machines: ${failure.message}`;
}
