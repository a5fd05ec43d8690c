// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ApiClient, ApiError, readKubeconfig } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterContext } from '../../cluster-context.ts';
import { hasWorkers } from '../without-workers.ts';
import { deliveryMessage } from './delivery-state.ts';
import type { DeliveryMessage, FoundKustomization, FoundRepository } from './delivery-state.ts';
import { deliveryName, fluxApis, fluxNamespace } from './flux-names.ts';

/** A delivery whose state is asked for. */
export interface AskedDelivery {
  readonly cluster: string;
  /** How long Flux may be at work until that is said. */
  readonly patienceSeconds: number;
  /** Pause between two looks. @default 1 */
  readonly pauseSeconds?: number;
}

const pathOf = (api: string, plural: string) =>
  `/apis/${api}/namespaces/${fluxNamespace}/${plural}/${deliveryName}`;

const paths = {
  repository: pathOf(fluxApis.GitRepository, 'gitrepositories'),
  kustomization: pathOf(fluxApis.Kustomization, 'kustomizations'),
} as const;

/** Returns the message of the moment; undefined while Flux is at work or knows nothing of it yet. */
async function messageNow(api: ApiClient, cluster: string) {
  const [repository, kustomization] = await Promise.all([
    api.get<FoundRepository>(paths.repository),
    api.get<FoundKustomization>(paths.kustomization),
  ]);
  if (repository === undefined || kustomization === undefined) return undefined;
  return deliveryMessage({ repository, kustomization }, cluster);
}

/**
 * Asks a user cluster how far its delivery is.
 *
 * @returns one message, also where the cluster does not answer: nothing fails by it.
 */
export async function deliveryOf(
  api: ApiClient,
  { cluster, patienceSeconds, pauseSeconds = 1 }: AskedDelivery,
): Promise<DeliveryMessage> {
  const about = `delivery.flux of the user cluster "${cluster}"`;
  const end = Date.now() + patienceSeconds * 1_000;
  try {
    for (;;) {
      const message = await messageNow(api, cluster);
      if (message !== undefined) return message;
      if (Date.now() >= end) break;
      await sleep(pauseSeconds * 1_000);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { severity: 'warn', text: `${about}: nobody knows how far it is: ${error.message}` };
  }
  const text =
    `${about}: Flux has not said yet whether it is applied; see ` +
    `kubectl -n ${fluxNamespace} get gitrepositories,kustomizations`;
  return { severity: 'info', text };
}

/** Seconds for an answer: a preview does not wait long for a cluster that is away. */
const answerSeconds = 10;

/** How long an update waits for the first commit. */
const updatePatienceSeconds = 90;

/** Arguments of {@link tellDelivery}. */
export interface TellArgs extends Pick<ClusterContext, 'cluster' | 'config'> {
  /** Of an administrator of the user cluster; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Last object of the delivery; undefined where nothing is delivered. */
  readonly delivered: pulumi.CustomResource | undefined;
  readonly asksAfterUpdate: boolean | undefined;
}

/**
 * Says in previews how the delivery is, and in updates what became of it. A repository that is away or
 * wrong is the team's to mend, so no update fails by it.
 *
 * @returns nothing, when it has said it. Whoever registers that as an output has Pulumi wait for it.
 */
export function tellDelivery(args: TellArgs): pulumi.Output<void> {
  const { asksAfterUpdate, cluster, config, delivered, kubeconfig } = args;
  const isPreview = pulumi.runtime.isDryRun();
  if (delivered === undefined || !hasWorkers(config) || !(isPreview || asksAfterUpdate === true)) {
    return pulumi.output(undefined);
  }
  const patienceSeconds = isPreview ? 0 : updatePatienceSeconds;
  return pulumi.all([kubeconfig, delivered.id]).apply(async ([text]) => {
    const api = new ApiClient(await readKubeconfig(text), { seconds: answerSeconds });
    const message = await deliveryOf(api, { cluster, patienceSeconds });
    await pulumi.log[message.severity](message.text);
  });
}
