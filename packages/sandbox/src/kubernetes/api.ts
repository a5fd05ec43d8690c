// SPDX-License-Identifier: Apache-2.0
import { KubeConfig } from '@kubernetes/client-node';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';

/** The API server's answer to a request it refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestExtras {
  readonly body?: unknown;
  /** ServiceAccount token to use instead of the kubeconfig's credentials. */
  readonly token?: string;
  /**
   * How a PATCH is understood. A strategic one merges lists by their keys, so that conditions of
   * others stay; custom resources do not know it. One as JSON is a list of operations, and alone
   * leaves values that are null in lists.
   *
   * @default 'merge'
   */
  readonly patch?: keyof typeof patchTypes;
}

const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const;

/** No request to the rack's API server may take longer, in milliseconds. */
const timeout = 15_000;

/** Raw requests to one API server with the credentials of one kubeconfig. */
export class Api {
  readonly kubeconfig = new KubeConfig();
  private ownAgent: Agent | undefined;
  private tokenAgent: Agent | undefined;

  constructor(kubeconfigFile: string) {
    this.kubeconfig.loadFromFile(kubeconfigFile);
  }

  /**
   * One request.
   *
   * @throws ApiError when the server refuses, does not answer or answers too late.
   */
  async request<T>(method: Method, path: string, extras: RequestExtras = {}): Promise<T> {
    const options: RequestOptions = { method };
    await this.kubeconfig.applyToHTTPSOptions(options);
    const { ca, cert, key } = options;
    const servername = this.kubeconfig.getCurrentCluster()?.tlsServerName;
    // A client certificate would win over a token, so those requests come without one.
    this.ownAgent ??= new Agent({ keepAlive: true, ca, cert, key, servername });
    this.tokenAgent ??= new Agent({ keepAlive: true, ca, servername });
    const body = extras.body === undefined ? undefined : JSON.stringify(extras.body);
    const { token, patch = 'merge' } = extras;
    const contentType = method === 'PATCH' ? patchTypes[patch] : 'application/json';
    const request: RequestOptions = {
      method,
      agent: token === undefined ? this.ownAgent : this.tokenAgent,
      headers: {
        accept: 'application/json',
        // Node sends no length with the body of a DELETE by itself.
        ...(body !== undefined && {
          'content-type': contentType,
          'content-length': Buffer.byteLength(body),
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    };
    const url = new URL(path, this.kubeconfig.getCurrentCluster()?.server);
    return await exchange<T>(url, request, body);
  }
}

async function exchange<T>(url: URL, options: RequestOptions, body?: string): Promise<T> {
  const { status, text } = await new Promise<{ status: number; text: string }>(
    (resolve, reject) => {
      const outgoing = httpsRequest(url, { ...options, timeout }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${timeout / 1000} s`)));
      outgoing.on('error', (error) => reject(new ApiError(0, error.message)));
      outgoing.end(body);
    },
  );
  if (status >= 200 && status < 300) return JSON.parse(text) as T;
  throw new ApiError(status, refusal(text));
}

function refusal(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text.slice(0, 300);
  }
}
