// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { authorityLifecycle, systemClock } from '@strata/strata-provider/key-lifecycles';
import { testCluster } from '@strata/testing';
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

// Proves: clusters.lost-state
test('the token that the cluster accepts longest is the one of the state', async () => {
  await using cluster = await testCluster({
    '/readyz': {},
    [secretOf('aaaaaa')]: ending('2026-01-10T00:00:00Z'),
    [secretOf('bbbbbb')]: ending('2026-01-20T00:00:00Z'),
  });
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig));
  const tokens = ['aaaaaa.0', 'bbbbbb.1', 'gone00.2'];
  expect(await validToken(api, tokens)).toEqual({
    tokenId: 'bbbbbb',
    value: 'bbbbbb.1',
    expiration: '2026-01-20T00:00:00Z',
  });
  expect(await validToken(api, ['gone00.2'])).toBeUndefined();
});

// Proves: clusters.lost-state
test('the API of another cluster is refused, whose certificate is of another authority', async () => {
  const [own, other] = [await authority('cluster'), await authority('cluster')];
  const server = createServer(
    {
      cert: other.key.certificatePem,
      key: other.key.privateKeyPem,
      ca: own.key.certificatePem,
      requestCert: true,
    },
    (_request, response) => response.end('ok'),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const admin = await issueAdmin([own], signal);
    const { issuer, subject } = new X509Certificate(admin.certificatePem);
    expect([subject, issuer]).toEqual([
      'O=system:masters\nCN=strata-admin',
      'O=shop\nCN=kubernetes',
    ]);
    await expect(validToken(adminClient(endpoint, admin, signal), [])).rejects.toThrow(
      /^127\.0\.0\.1:\d+: |certificate/,
    );
  } finally {
    server.close();
  }
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
