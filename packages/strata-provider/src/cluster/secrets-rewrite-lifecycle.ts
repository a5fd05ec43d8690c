// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError, metadataOnly, readKubeconfig } from '@strata/cluster-client';
import { flag, isChanged, text, wholeNumber, type Lifecycle } from '../lifecycle/index.ts';
import { patientLook, waitFor, type Look } from './patience.ts';
import { shortList } from './short-list.ts';
import { fullName, type TenantObject } from './tenant-objects.ts';

/** Inputs of `SecretsRewrite`; see {@link file://./secrets-rewrite.ts}. */
export interface SecretsRewriteInputs {
  readonly kubeconfig: string;
  readonly key: string;
  readonly unfinished?: boolean;
  readonly timeoutSeconds: number;
  readonly repeats?: number;
}

export interface SecretsRewriteOutputs {
  readonly secrets: number;
}

const pauseSeconds = 1;

const kept = 'This update has replaced no VM of the control plane';

const wayOn =
  'run pulumi up again to go on, or go back to the phase "write" (docs/runbooks/rotate-keys.md)';

/** Lifecycle of `SecretsRewrite`: writes all Secrets anew, and once more for another key or when the program says that this is unfinished. */
export const secretsRewriteLifecycle: Lifecycle<SecretsRewriteInputs, SecretsRewriteOutputs> = {
  fields: {
    kubeconfig: { ...text('the text of a kubeconfig'), isSecret: true },
    key: text('the name of a key', /^[A-Za-z0-9][-A-Za-z0-9_.]*$/),
    unfinished: flag(false),
    timeoutSeconds: wholeNumber('seconds', { min: 1, max: 86_400, fallback: 600 }),
  },
  outputs: ['secrets'],
  secretOutputs: [],
  replacedBy: [],
  renews: (next, before) => (isChanged(next, before.inputs, ['key', 'repeats']) ? ['secrets'] : []),
  repeatedBy: 'unfinished',
  create: async ({ key, kubeconfig, timeoutSeconds }, work) => {
    const api = new ApiClient(await readKubeconfig(kubeconfig), { signal: work.signal });
    const rewrite = new Rewrite(api);
    return waitFor(
      patientLook(() => rewrite.look(), work),
      { timeoutSeconds, pauseSeconds },
      work,
      (waitingFor) =>
        `not all Secrets of the cluster at ${api.server} are encrypted with the key "${key}" after ` +
        `${timeoutSeconds} s without progress: ${waitingFor}. ${kept}; ${wayOn}`,
    );
  },
};

interface Secret extends TenantObject {
  readonly metadata: TenantObject['metadata'] & { readonly resourceVersion?: string };
}

const pathOf = ({ metadata }: Secret) =>
  `/api/v1/namespaces/${metadata.namespace ?? ''}/secrets/${metadata.name}`;

/** Writes Secrets until each has been left as it is by a server that would have written it. It reads only their metadata. */
class Rewrite {
  readonly #api: ApiClient;
  /** Paths of Secrets that the first key has encrypted, for sure. */
  readonly #done = new Set<string>();

  constructor(api: ApiClient) {
    this.#api = api;
  }

  async look(): Promise<Look<SecretsRewriteOutputs>> {
    const list = await this.#api.get<{ readonly items: readonly Secret[] }>('/api/v1/secrets', {
      accept: metadataOnly.list,
    });
    const secrets = list?.items ?? [];
    const left = secrets.filter((secret) => !this.#done.has(pathOf(secret)));
    if (left.length === 0) return { done: { secrets: secrets.length } };
    const written: Secret[] = [];
    for (const secret of left) {
      if (await this.#isWritten(secret)) written.push(secret);
      else this.#done.add(pathOf(secret));
    }
    const waitingFor =
      written.length === 0
        ? `${left.length} Secrets are right, and others may have come`
        : `${written.length} Secrets were written, and are looked at again: ${shortList(written.map(fullName))}`;
    return { waitingFor, progress: this.#done.size };
  }

  /** Patches a Secret with nothing. @returns whether it was written in spite of that. */
  async #isWritten(secret: Secret): Promise<boolean> {
    try {
      const accept = metadataOnly.object;
      const after = await this.#api.patched<Secret>(pathOf(secret), {}, { accept });
      // Undefined: somebody has deleted it.
      const version = after?.metadata.resourceVersion;
      return version !== undefined && version !== secret.metadata.resourceVersion;
    } catch (error) {
      if (!(error instanceof ApiError) || error.isPassing) throw error;
      throw new Error(
        `the Secret ${fullName(secret)} of the cluster at ${this.#api.server} cannot be encrypted anew: ` +
          `${error.reason}. ${kept}; make it writable and ${wayOn}`,
      );
    }
  }
}
