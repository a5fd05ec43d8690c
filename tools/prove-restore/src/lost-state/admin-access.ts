// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError } from '@strata/cluster-client';
import { certificateLifecycle, systemClock } from '@strata/strata-provider/key-lifecycles';
import { adminUser, apiPort, keyTerms } from '@strata/user-cluster/lost-state';
import type { ClientCertificate, NamedKey, TokenFacts } from '@strata/user-cluster/lost-state';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';

const idle = () => undefined;

/**
 * Issues a certificate for the stack itself: the former one was only in the state. Who has that one can go on
 * using it.
 */
export async function issueAdmin(
  keys: readonly NamedKey[],
  signal: AbortSignal,
): Promise<ClientCertificate & { readonly authorityPem: string }> {
  const authorities = keys.flatMap(({ key, name }) =>
    key.kind === 'authority' && /^cluster(-\d+)?$/.test(name) ? [key] : [],
  );
  const authority = authorities.findLast(({ privateKeyPem }) => privateKeyPem !== '');
  if (authority === undefined) throw new ProveError('No VM has the authority of the cluster.');
  const { certificatePem, privateKeyPem } = authority;
  // While it is rotated, API servers may show a certificate of either.
  const authorityPem = authorities.map((one) => `${one.certificatePem.trim()}\n`).join('');
  const issued = await certificateLifecycle.create(
    {
      ...keyTerms.kubeconfig,
      authorityCertificatePem: certificatePem,
      authorityKeyPem: privateKeyPem,
      commonName: adminUser.name,
      organizations: adminUser.groups,
      dnsNames: [],
      addresses: [],
      usages: ['client'],
      validFrom: systemClock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    },
    { urn: 'admin', clock: systemClock, signal, status: idle, info: idle },
  );
  return { ...issued, authorityPem };
}

const service = z.object({
  status: z
    .object({
      loadBalancer: z
        .object({ ingress: z.array(z.object({ ip: z.string().optional() })).default([]) })
        .default({ ingress: [] }),
    })
    .default({ loadBalancer: { ingress: [] } }),
});

/** Returns the URL of a user cluster's API, from its Service on the infra cluster. */
export async function endpointOf(infra: ApiClient, namespace: string): Promise<string> {
  const found = await infra.get(`/api/v1/namespaces/${namespace}/services/api`);
  const [first] = service.safeParse(found).data?.status.loadBalancer.ingress ?? [];
  if (first?.ip !== undefined) return `https://${first.ip}:${apiPort}`;
  throw new ProveError(
    `The Service api of ${namespace} has no address: the API of the cluster cannot be asked. Bring it back first (docs/runbooks/machine-does-not-join.md).`,
  );
}

/** Connects to a user cluster with a certificate that was just issued. */
export function adminClient(
  endpoint: string,
  admin: ClientCertificate & { readonly authorityPem: string },
  signal: AbortSignal,
): ApiClient {
  const options = { ca: admin.authorityPem, cert: admin.certificatePem, key: admin.privateKeyPem };
  return new ApiClient({ server: endpoint, options }, { signal });
}

const day = 86_400_000;

/** Ends of tokens as the program writes them. */
const end = z.iso.datetime({ precision: 0 });

const tokenSecret = z.object({ data: z.object({ expiration: z.string() }) });

/**
 * Whether the state can have a token that ends then. Administrators of the cluster can write any end. The
 * update makes another token in the place of one that ends soon, or that the program has not made.
 */
function isAccepted(expiration: string, now: Date): boolean {
  if (!end.safeParse(expiration).success) return false;
  const { lifetimeDays, renewBeforeDays } = keyTerms.joinToken;
  const left = Date.parse(expiration) - now.getTime();
  return left > renewBeforeDays * day && left <= lifetimeDays * day;
}

/** @throws ProveError when the API does not answer, or is not that of the keys. */
async function askReady(api: ApiClient): Promise<void> {
  try {
    await api.text('/readyz');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ProveError(
      `${error.message}. Nothing is changed. An API that cannot be reached must be brought back first (docs/runbooks/machine-does-not-join.md). One that refuses the certificate, or shows one of another authority, does not have the authority of these VMs: see which cluster its address leads to, and whether somebody has changed /etc/kubernetes/pki on its VMs.`,
    );
  }
}

/**
 * Returns the token that the cluster still accepts and that ends last. Asking proves as well that the
 * authority is that of this cluster: its API takes the certificate, and shows one of the same authority.
 *
 * @param tokens - that start-up data of workers has.
 * @returns undefined when the update has to make one.
 */
export async function validToken(
  api: ApiClient,
  tokens: readonly string[],
  now = systemClock.now(),
): Promise<TokenFacts | undefined> {
  await askReady(api);
  const found: TokenFacts[] = [];
  for (const value of tokens) {
    const [tokenId = ''] = value.split('.');
    const secret = await api.get(
      `/api/v1/namespaces/kube-system/secrets/bootstrap-token-${tokenId}`,
    );
    const text = tokenSecret.safeParse(secret).data?.data.expiration;
    if (text === undefined) continue;
    const expiration = Buffer.from(text, 'base64').toString();
    if (isAccepted(expiration, now)) found.push({ tokenId, value, expiration });
  }
  return found.sort((one, other) => Date.parse(other.expiration) - Date.parse(one.expiration))[0];
}
