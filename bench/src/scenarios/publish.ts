// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import {
  environment,
  infraValues,
  platformNamespaces,
  platformValues,
} from '../subjects/bench-environment.ts';
import { accountObjects } from './account-objects.ts';
import { publishOutputs } from '../subjects/strata-stack.ts';
import type { Engine } from '../subjects/strata-stack.ts';

/** Facts about an infra cluster that stacks get. */
interface InfraCluster {
  readonly url: string;
  readonly kubeconfigText: string;
  readonly api: ApiClient;
}

/** Publishes the outputs that the platform's stack reads from the environment. */
export async function publishInfra(
  engine: Engine,
  { kubeconfigText: kubeconfig, url }: InfraCluster,
  hosts: number,
): Promise<void> {
  await publishOutputs(engine, { project: 'infra', stack: environment }, infraValues(url, hosts), {
    platformKubeconfig: kubeconfig,
    userClustersKubeconfig: kubeconfig,
  });
}

/** Makes an object unless it exists already. */
async function create(api: ApiClient, path: string, body: object): Promise<void> {
  await api.request('POST', path, { body }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  });
}

/**
 * Publishes the outputs that stacks of user clusters read from the environment: those of a platform
 * that is not installed.
 */
export async function publishEnvironment(
  engine: Engine,
  infra: InfraCluster,
  hosts: number,
): Promise<void> {
  for (const name of platformNamespaces) {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await create(infra.api, '/api/v1/namespaces', body);
  }
  for (const [path, body] of accountObjects) await create(infra.api, path, body);
  await publishInfra(engine, infra, hosts);
  await publishOutputs(engine, { project: 'kubevirt-stack', stack: environment }, platformValues);
}
