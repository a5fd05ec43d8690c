// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import type { Pod, TokenSource } from '../kubelet/pod.ts';

/** Milliseconds after which a new token is requested; tokens are valid for an hour. */
const refreshAfter = 40 * 60 * 1_000;

/**
 * ServiceAccount tokens bound to pods, as a kubelet requests them: the API server learns from such
 * a token which pod and host it speaks for, and refuses it once the pod is gone.
 */
export class PodTokens {
  private readonly api: ApiClient;
  private readonly issued = new Map<string, { readonly token: string; readonly at: number }>();

  constructor(api: ApiClient) {
    this.api = api;
  }

  /**
   * Returns a valid token for the pod's ServiceAccount; an earlier one while it is still valid for
   * long enough.
   */
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

  /** Forgets the tokens of a pod that is gone. */
  forget(uid: string): void {
    for (const key of this.issued.keys()) {
      if (key.startsWith(`${uid} `)) this.issued.delete(key);
    }
  }
}
