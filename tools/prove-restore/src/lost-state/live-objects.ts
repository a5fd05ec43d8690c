// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';

const liveObject = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    deletionTimestamp: z.string().optional(),
  }),
  spec: z.looseObject({}).default({}),
});

/** An object as the infra cluster has it. */
export type LiveObject = z.output<typeof liveObject>;

const list = z.object({ items: z.array(liveObject) });

/** Paths of the lists of a namespace. */
const paths = {
  machines: '/apis/kubevirt.io/v1/namespaces/*/virtualmachines',
  pools: '/apis/pool.kubevirt.io/v1beta1/namespaces/*/virtualmachinepools',
  dataVolumes: '/apis/cdi.kubevirt.io/v1beta1/namespaces/*/datavolumes',
  claims: '/api/v1/namespaces/*/persistentvolumeclaims',
} as const;

/** Objects of a cluster's namespace that an update which takes them on must not change. */
export interface LiveObjects extends Readonly<Record<keyof typeof paths, readonly LiveObject[]>> {
  readonly namespace: string;
}

/** Reads them from the infra cluster. */
export async function readLiveObjects(api: ApiClient, namespace: string): Promise<LiveObjects> {
  const read = async (path: string) =>
    list.parse(await api.request('GET', path.replace('*', namespace))).items;
  return {
    namespace,
    machines: await read(paths.machines),
    pools: await read(paths.pools),
    dataVolumes: await read(paths.dataVolumes),
    claims: await read(paths.claims),
  };
}
