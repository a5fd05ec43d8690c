// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError, readKubeconfig } from '@strata/cluster-client';
import type { RequestOptions } from 'node:https';
import {
  certificate,
  isChanged,
  list,
  optional,
  text,
  url,
  wholeNumber,
} from '../lifecycle/index.ts';
import type { Lifecycle, Work } from '../lifecycle/index.ts';
import { waitFor, type Look } from './patience.ts';

/** Inputs of `ApiReady`; see {@link file://./api-ready.ts}. */
export interface ApiReadyInputs {
  readonly endpoint: string;
  readonly authorityPem: string;
  readonly kubeconfig?: string;
  readonly kubernetesVersion?: string;
  readonly generations?: readonly string[];
  readonly timeoutSeconds: number;
}

export interface ApiReadyOutputs {
  readonly endpoint: string;
  readonly version: string;
}

/** Short time limit of requests, so that a cluster that is down does not delay a refresh. */
const requestSeconds = 5;

const pauseSeconds = 2;

/** Inputs whose change means that the API may be away for a while, or may become another one. */
const awaited = [
  'endpoint',
  'authorityPem',
  'kubeconfig',
  'kubernetesVersion',
  'generations',
] as const;

/** Lifecycle of `ApiReady`: waits for an API, and again when one of {@link awaited} changes. */
export const apiReadyLifecycle: Lifecycle<ApiReadyInputs, ApiReadyOutputs> = {
  fields: {
    endpoint: url,
    authorityPem: certificate,
    kubeconfig: optional({ ...text('the text of a kubeconfig'), isSecret: true }),
    kubernetesVersion: optional(text('a version such as 1.35.4', /^1\.\d+\.\d+$/)),
    generations: optional(list(text('the generation of a machine'))),
    timeoutSeconds: wholeNumber('seconds', { min: 1, max: 86_400, fallback: 900 }),
  },
  outputs: ['endpoint', 'version'],
  secretOutputs: [],
  replacedBy: [],
  renews: (next, before) =>
    isChanged(next, before.inputs, awaited) ? ['endpoint', 'version'] : [],
  create: async (inputs, work) => {
    const { endpoint, kubernetesVersion, timeoutSeconds } = inputs;
    const client = await clientOf(inputs, work);
    const version = await waitFor(
      () => look(client, kubernetesVersion),
      { timeoutSeconds, pauseSeconds },
      work,
      (waitingFor) =>
        `the API of the cluster at ${endpoint} was not ready within ${timeoutSeconds} s: ${waitingFor}`,
    );
    return { endpoint, version };
  },
  read: async ({ inputs, outputs }, work) => {
    try {
      const client = await clientOf(inputs, work);
      return { ...outputs, version: await versionOf(client) };
    } catch {
      // An API that is down does not change the state.
      return outputs;
    }
  },
};

/** Returns a client with the credentials of the kubeconfig, but always with the authority and endpoint of the inputs. */
async function clientOf(inputs: ApiReadyInputs, { signal }: Work): Promise<ApiClient> {
  const { endpoint, authorityPem, kubeconfig } = inputs;
  const login = kubeconfig === undefined ? {} : (await readKubeconfig(kubeconfig)).options;
  const options: RequestOptions = { ...login, ca: authorityPem, rejectUnauthorized: true };
  return new ApiClient({ server: endpoint, options }, { signal, seconds: requestSeconds });
}

async function look(client: ApiClient, wanted: string | undefined): Promise<Look<string>> {
  try {
    await client.text('/readyz?verbose');
    const version = await versionOf(client);
    // The part after a plus depends on who built Kubernetes.
    if (wanted === undefined || version.split('+')[0] === `v${wanted}`) return { done: version };
    return { waitingFor: `it is ready, but runs Kubernetes ${version} and not v${wanted}` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { waitingFor: error.status === 0 ? error.reason : notReady(error) };
  }
}

async function versionOf(client: ApiClient): Promise<string> {
  const { gitVersion } = JSON.parse(await client.text('/version')) as { gitVersion?: string };
  return gitVersion ?? '';
}

/** Returns why an API that answers is not ready. @see https://kubernetes.io/docs/reference/using-api/health-checks/ */
function notReady({ status, body, reason }: ApiError): string {
  if (status === 401) return 'it does not accept the credentials (HTTP 401)';
  if (status === 403) return 'it does not let anybody ask for /readyz (HTTP 403)';
  const failed = [...body.matchAll(/^\[-\](\S+)/gm)].map(([, check]) => check);
  return failed.length > 0 ? `it starts; not ready: ${failed.join(', ')}` : reason;
}
