// SPDX-License-Identifier: Apache-2.0
import { KubeConfig } from '@kubernetes/client-node';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';

/** The API server refused a request, or did not answer. */
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
   * Kind of a PATCH. A strategic merge patch merges lists by their keys, so that conditions that
   * others have set stay; custom resources do not support it. A JSON patch is a list of operations;
   * it is the only kind that keeps null values in lists.
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

/** Milliseconds that a request to the rack's API server may take. */
const timeout = 15_000;

/** Client that sends requests to one API server with the credentials of one kubeconfig. */
export class Api {
  readonly kubeconfig = new KubeConfig();
  private ownAgent: Agent | undefined;
  private tokenAgent: Agent | undefined;

  constructor(kubeconfigFile: string) {
    this.kubeconfig.loadFromFile(kubeconfigFile);
  }

  /**
   * Sends one request and returns the answer.
   *
   * @throws ApiError when the server refuses, does not answer or answers too late.
   */
  async request<T>(method: Method, path: string, extras: RequestExtras = {}): Promise<T> {
    const options: RequestOptions = { method };
    await this.kubeconfig.applyToHTTPSOptions(options);
    const { ca, cert, key } = options;
    const servername = this.kubeconfig.getCurrentCluster()?.tlsServerName;
    // A client certificate would win over a token, so requests with a token are sent without one.
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
        // Node.js does not send the length of a DELETE's body by itself.
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
