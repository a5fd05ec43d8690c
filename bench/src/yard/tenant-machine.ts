// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { connect } from 'node:tls';
import { setTimeout } from 'node:timers/promises';
import type { YardCluster } from './yard-cluster.ts';
import type { KeyPair } from './serving-certificate.ts';

interface Secret {
  readonly data: Readonly<Record<string, string>>;
}

/** Returns every name of a Secret in a VM's template, wherever it is. */
function secretNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === 'secretRef' ? [(one as { readonly name: string }).name] : secretNames(one),
  );
}

/**
 * Returns the certificate authority in a VM's start-up data; undefined for a worker, which has
 * none.
 */
export function authorityIn(userData: string): KeyPair | undefined {
  const document = JSON.parse(userData.replace(/^#cloud-config\n/, '')) as {
    readonly write_files?: readonly { readonly path: string; readonly content: string }[];
  };
  const content = (path: string) =>
    document.write_files?.find((file) => file.path === path)?.content;
  const certificatePem = content('/etc/kubernetes/pki/ca.crt');
  const keyPem = content('/etc/kubernetes/pki/ca.key');
  return certificatePem && keyPem ? { certificatePem, keyPem } : undefined;
}

/**
 * Reads a Secret.
 *
 * @throws Error when it does not exist yet, because no VM starts before its data exists.
 */
async function readSecret(infra: ApiClient, namespace: string, name: string): Promise<Secret> {
  try {
    const path = `/api/v1/namespaces/${namespace}/secrets/${name}`;
    return await infra.request<Secret>('GET', path);
  } catch (error) {
    throw new Error(`the machine waits for Secret ${name}`, { cause: error });
  }
}

/** Returns whether an API server already serves a certificate of this authority. */
async function shows({ address, url }: YardCluster, { certificatePem }: KeyPair): Promise<boolean> {
  return new Promise((resolve) => {
    const port = Number(new URL(url).port);
    const socket = connect({ host: address, port, ca: certificatePem }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * Returns a function that does what a control-plane VM of a user cluster does, without a VM: it
 * reads the start-up data, and makes the API of that cluster answer with the keys in it.
 */
export function bootControlPlane(infra: ApiClient, tenant: YardCluster) {
  return async (namespace: string, machine: object): Promise<void> => {
    for (const name of secretNames(machine)) {
      const { data } = await readSecret(infra, namespace, name);
      const authority = authorityIn(Buffer.from(data.userdata ?? '', 'base64').toString());
      if (authority === undefined) continue;
      if (!(await shows(tenant, authority))) await tenant.adopt(authority);
      while (!(await shows(tenant, authority))) await setTimeout(50);
    }
  };
}
