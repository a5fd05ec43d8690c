// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the API server says of a webhook that does not answer. */
const notAnswering = /failed calling webhook "[^"]+"/;

/** Seconds before each next try; the last one is kept to: three minutes in all. */
const pauses = [1, 2, 4, 8, ...Array.from({ length: 16 }, () => 10)] as const;

/**
 * Tries again to write an object, as long as the webhook that has to check it does not answer.
 *
 * An operator that is ready is not yet one that can be called. MetalLB's first has to get its
 * certificate into its pod, which takes a kubelet up to a minute, and its readiness probe does not
 * ask for that; and a host's kube-proxy takes a moment to learn of a new endpoint.
 *
 * @param name - of the hook, unique in the stack.
 * @see https://www.pulumi.com/docs/iac/concepts/resources/options/hooks/
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/k8s/k8s.go
 */
export function webhookPatience(name: string): pulumi.ResourceHookBinding {
  return { onError: [new pulumi.ErrorHook(name, (failure) => tryAgain(failure))] };
}

/** What {@link tryAgain} does besides its decision. */
export interface Patience {
  readonly wait: (seconds: number) => Promise<unknown>;
  readonly tell: (message: string) => void;
}

const patience: Patience = {
  wait: (seconds) => sleep(seconds * 1_000),
  tell: (message) => void pulumi.log.info(message),
};

/**
 * Whether to try again, after a pause.
 *
 * @param failure - every error so far, the newest first.
 */
export async function tryAgain(
  { name, errors }: Pick<pulumi.ErrorHookArgs, 'name' | 'errors'>,
  { wait, tell }: Patience = patience,
): Promise<boolean> {
  const [webhook] = notAnswering.exec(errors[0] ?? '') ?? [];
  const pause = pauses[errors.length - 1];
  if (webhook === undefined || pause === undefined) return false;
  if (errors.length === 1) tell(`${name}: ${webhook}; it is tried again for 3 minutes.`);
  await wait(pause);
  return true;
}
