// SPDX-License-Identifier: Apache-2.0
import type { Pod, TokenSource } from '../kubelet/pod.ts';
import type { Api } from './api.ts';

/** Tokens live an hour; a new one is asked for well before that, in milliseconds. */
const refreshAfter = 40 * 60 * 1_000;

/**
 * ServiceAccount tokens bound to pods, as a kubelet gets them: the API server learns from one which
 * pod and host it speaks for, and refuses it once the pod is gone.
 */
export class PodTokens {
  private readonly api: Api;
  private readonly issued = new Map<string, { readonly token: string; readonly at: number }>();

  constructor(api: Api) {
    this.api = api;
  }

  /** A valid token for the pod's ServiceAccount, from before where it is still good. */
  async get(pod: Pod, source: Pick<TokenSource, 'audience'> = {}): Promise<string> {
    const { namespace = '', name, uid } = pod.metadata;
    const key = `${uid} ${source.audience ?? ''}`;
    const known = this.issued.get(key);
    if (known !== undefined && Date.now() - known.at < refreshAfter) return known.token;
    const account = pod.spec.serviceAccountName ?? 'default';
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {
        expirationSeconds: 3607,
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
        ...(source.audience !== undefined && { audiences: [source.audience] }),
      },
    };
    const { status } = await this.api.request<{ status: { token: string } }>('POST', path, {
      body,
    });
    this.issued.set(key, { token: status.token, at: Date.now() });
    return status.token;
  }

  /** Drops the tokens of a pod that is gone. */
  forget(uid: string): void {
    for (const key of this.issued.keys()) {
      if (key.startsWith(`${uid} `)) this.issued.delete(key);
    }
  }
}
