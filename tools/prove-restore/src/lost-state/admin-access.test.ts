// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import {
  authorityLifecycle,
  certificateLifecycle,
  systemClock,
} from '@strata/strata-provider/key-lifecycles';
import { testCluster } from '@strata/testing';
import type { NamedKey } from '@strata/user-cluster/lost-state';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { adminClient, endpointOf, issueAdmin, validToken } from './admin-access.ts';

const { signal } = new AbortController();
const idle = () => undefined;
const work = { urn: 'keys', clock: systemClock, signal, status: idle, info: idle };

const secretOf = (id: string) => `/api/v1/namespaces/kube-system/secrets/bootstrap-token-${id}`;
const ending = (expiration: string) => ({
  data: { expiration: Buffer.from(expiration).toString('base64') },
});

async function authority(name: string) {
  const made = await authorityLifecycle.create(
    {
      commonName: 'kubernetes',
      organizations: ['shop'],
      lifetimeDays: 3650,
      renewBeforeDays: 365,
      validFrom: new Date().toISOString(),
    },
    work,
  );
  return { name, key: { kind: 'authority', fingerprint: '', ...made } } as const;
}

const now = new Date('2026-01-01T00:00:00Z');

// Proves: backups.lost-state
test('the token that the cluster accepts longest is the one of the state', async () => {
  await using cluster = await testCluster({
    '/readyz': {},
    [secretOf('aaaaaa')]: ending('2026-01-20T00:00:00Z'),
    [secretOf('bbbbbb')]: ending('2026-01-30T00:00:00Z'),
  });
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig));
  const tokens = ['aaaaaa.0', 'bbbbbb.1', 'gone00.2'];
  expect(await validToken(api, tokens, now)).toEqual({
    tokenId: 'bbbbbb',
    value: 'bbbbbb.1',
    expiration: '2026-01-30T00:00:00Z',
  });
  expect(await validToken(api, ['gone00.2'], now)).toBeUndefined();
});

// Proves: backups.lost-state
test.each([
  ['is no time', 'soon'],
  ['has a fraction of a second, which the program never writes', '2026-01-20T00:00:00.5Z'],
  ['is past', '2025-12-31T23:59:59Z'],
  ['is so near that an update renews it', '2026-01-15T23:59:59Z'],
  ['is later than any token of Strata', '2026-01-31T00:00:01Z'],
  ['is in a far year', '2999-01-01T00:00:00Z'],
])('a token whose end %s is left out, for people of the cluster can write it', async (_, end) => {
  await using cluster = await testCluster({
    '/readyz': {},
    [secretOf('aaaaaa')]: ending(end),
    [secretOf('bbbbbb')]: ending('2026-01-20T00:00:00Z'),
  });
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig));
  expect(await validToken(api, ['aaaaaa.0'], now)).toBeUndefined();
  expect(await validToken(api, ['aaaaaa.0', 'bbbbbb.1'], now)).toMatchObject({ value: 'bbbbbb.1' });
});

type Authority = Awaited<ReturnType<typeof authority>>;

/** Starts the API of a cluster that takes clients of one authority and has a certificate of another. */
async function serve(clients: Authority, signer: Authority) {
  const { certificatePem, privateKeyPem } = await certificateLifecycle.create(
    {
      authorityCertificatePem: signer.key.certificatePem,
      authorityKeyPem: signer.key.privateKeyPem,
      commonName: 'kube-apiserver',
      organizations: [],
      dnsNames: [],
      addresses: ['127.0.0.1'],
      usages: ['server'],
      lifetimeDays: 365,
      renewBeforeDays: 60,
      validFrom: new Date().toISOString(),
    },
    work,
  );
  const server = createServer(
    {
      cert: certificatePem,
      key: privateKeyPem,
      ca: clients.key.certificatePem,
      requestCert: true,
      rejectUnauthorized: false,
    },
    ({ socket }, response) => {
      const isTaken = 'authorized' in socket && socket.authorized === true;
      response.writeHead(isTaken ? 200 : 401).end('{}');
    },
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (keys: readonly NamedKey[]) => {
    const client = adminClient(`https://${address}`, await issueAdmin(keys, signal), signal);
    const found = await validToken(client, []).catch((error: unknown) => error as Error);
    return found instanceof Error ? found.message.replace(address, 'SERVER') : found;
  };
  return { ask, [Symbol.dispose]: () => server.close() };
}

const advice =
  'Nothing is changed. An API that cannot be reached must be brought back first (docs/runbooks/machine-does-not-join.md). One that refuses the certificate, or shows one of another authority, does not have the authority of these VMs: see which cluster its address leads to, and whether somebody has changed /etc/kubernetes/pki on its VMs.';

// Proves: backups.lost-state
test('the API of another cluster is refused, whose authority is another one', async () => {
  const [own, other] = [await authority('cluster'), await authority('cluster')];
  const admin = await issueAdmin([own], signal);
  const { issuer, subject } = new X509Certificate(admin.certificatePem);
  expect([subject, issuer]).toEqual(['O=system:masters\nCN=strata-admin', 'O=shop\nCN=kubernetes']);
  using ownApi = await serve(own, own);
  expect(await ownApi.ask([own])).toBeUndefined();
  using otherApi = await serve(own, other);
  expect(await otherApi.ask([own])).toBe(
    `https://SERVER: its certificate is not from this cluster's authority: something else answers at this address, or a machine that was made with an earlier authority. ${advice}`,
  );
  using strange = await serve(other, own);
  expect(await strange.ask([own])).toBe(
    `https://SERVER: it refuses to GET /readyz: HTTP 401. ${advice}`,
  );
});

// Proves: backups.lost-state
test('while the authority is rotated, the one with a key signs, and both are trusted', async () => {
  const [own, next] = [await authority('cluster'), await authority('cluster-2')];
  const half = { ...next, key: { ...next.key, privateKeyPem: '' } };
  using api = await serve(own, next);
  expect(await api.ask([own, half])).toBeUndefined();
});

test('a cluster whose API has no address is named', async () => {
  await using cluster = await testCluster({
    '/api/v1/namespaces/a/services/api': {
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
    },
  });
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig));
  expect(await endpointOf(api, 'a')).toBe('https://192.0.2.1:6443');
  await expect(endpointOf(api, 'b')).rejects.toThrow(
    'The Service api of b has no address: the API of the cluster cannot be asked. Bring it back first (docs/runbooks/machine-does-not-join.md).',
  );
});
