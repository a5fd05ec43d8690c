// SPDX-License-Identifier: Apache-2.0
import { refusal } from '@strata/cluster-client';
import type { Answer, ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfServer } from '../objects/is-of-server.ts';
import type { Manifest } from './manifest.ts';

/** How often a server is asked that is busy, or has lost its etcd. */
const busyTries = 10;

/** How often a server is asked whose quotas are not counted yet: they are, at the latest, half a minute later. */
const uncountedTries = 120;

/**
 * Returns whether nobody has counted yet what a quota limits, as after a new quota or a new kind.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go `CheckRequest`
 */
export const isUncounted = ({ body, status }: Answer) =>
  status === 403 && body.includes('status unknown for quota');

/** Returns whether a server refuses whatever it is asked, as one that is overloaded or has no etcd. */
const isBusy = (answer: Answer) =>
  answer.status >= 400 && isOfServer(answer) && !answer.body.includes('webhook');

/** @throws ApiError when the answer says nothing about the object. */
export function refuseBusy(client: ApiClient, path: string, answer: Answer): void {
  if (isBusy(answer)) throw refusal(client.server, `POST ${path}`, answer);
}

/** A cluster in which objects are made. */
interface Place {
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  /** Milliseconds between two tries. */
  readonly pause: number;
}

/**
 * Makes an object; asks again while the answer is about the state of the server.
 *
 * @returns the last answer, which is about the object.
 * @throws ApiError when the server does not answer, or stays busy.
 */
export async function postObject(
  { client, pause, signal }: Place,
  collection: string,
  body: Manifest,
): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await client.send('POST', collection, { body });
    const tries = isUncounted(answer) ? uncountedTries : isBusy(answer) ? busyTries : 0;
    if (tried >= tries) {
      refuseBusy(client, collection, answer);
      return answer;
    }
    await sleep(pause, undefined, { signal });
  }
}
