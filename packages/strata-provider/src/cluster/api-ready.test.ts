// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { resourceTypes } from '../resource-types.ts';
import { fakeApi, markedUnknown, ResourceLife, type FakeApi } from '../testing/index.ts';
import { renderKubeconfig } from '../keys/render-kubeconfig.ts';

async function newAuthority() {
  const authority = new ResourceLife(resourceTypes.authority);
  const { outputs } = await authority.create({ commonName: 'ca' });
  return { authorityPem: outputs.certificatePem as string, keyPem: outputs.privateKeyPem };
}

type Authority = Awaited<ReturnType<typeof newAuthority>>;

async function newCertificate({ authorityPem, keyPem }: Authority, addresses = ['127.0.0.1']) {
  const certificate = new ResourceLife(resourceTypes.certificate);
  const { outputs } = await certificate.create({
    authorityCertificatePem: authorityPem,
    authorityKeyPem: keyPem,
    commonName: 'somebody',
    usages: ['server', 'client'],
    addresses,
    lifetimeDays: 3000,
  });
  return { cert: outputs.certificatePem as string, key: outputs.privateKeyPem as string };
}

function becomeReady(api: FakeApi): void {
  api.objects.set('/readyz?verbose', 'ok').set('/version', { gitVersion: 'v1.35.4' });
}

// Proves: clusters.joining
test('returns the version of an API once it is ready', async () => {
  const authority = await newAuthority();
  await using api = await fakeApi({ tls: await newCertificate(authority) });
  becomeReady(api);
  const resource = new ResourceLife(resourceTypes.apiReady);
  const inputs = { endpoint: api.url, authorityPem: authority.authorityPem };
  expect((await resource.create(inputs)).outputs).toEqual({
    endpoint: api.url,
    version: 'v1.35.4',
  });
  expect(resource.work.statuses).toEqual([]);
});

test('reports what is wrong while it waits', async () => {
  const authority = await newAuthority();
  await using api = await fakeApi({ tls: await newCertificate(authority) });
  const looks = [401, 403, 503, 503] as const;
  api.objects.set('/readyz?verbose', looks[0]);
  api.afterRequest = () => {
    const next = looks[api.requests.length];
    if (next === undefined) becomeReady(api);
    else api.objects.set('/readyz?verbose', next);
  };
  const resource = new ResourceLife(resourceTypes.apiReady);
  await resource.create({ endpoint: api.url, authorityPem: authority.authorityPem });
  expect(resource.work.statuses).toEqual([
    'it does not accept the credentials (HTTP 401) (0 s)',
    'it does not let anybody ask for /readyz (HTTP 403) (0 s)',
    'it refuses to GET /readyz?verbose: HTTP 503 (0 s)',
  ]);
});

// Proves: drains-and-updates.kubernetes-update
test('waits for the requested version, with any build suffix', async () => {
  const authority = await newAuthority();
  await using api = await fakeApi({ tls: await newCertificate(authority) });
  becomeReady(api);
  api.objects.set('/version', { gitVersion: 'v1.34.4' });
  // Each check makes two requests.
  api.afterRequest = () => {
    if (api.requests.length === 4) api.objects.set('/version', { gitVersion: 'v1.35.4+ours' });
  };
  const resource = new ResourceLife(resourceTypes.apiReady);
  const { outputs } = await resource.create({
    endpoint: api.url,
    authorityPem: authority.authorityPem,
    kubernetesVersion: '1.35.4',
  });
  expect(outputs.version).toBe('v1.35.4+ours');
  expect(resource.work.statuses).toEqual([
    'it is ready, but runs Kubernetes v1.34.4 and not v1.35.4 (0 s)',
  ]);
});

test('gives up after its timeout, and reports the last problem', async () => {
  const { authorityPem } = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  const endpoint = 'https://127.0.0.1:1';
  await expect(resource.create({ endpoint, authorityPem, timeoutSeconds: 40 })).rejects.toThrow(
    'the API of the cluster at https://127.0.0.1:1 was not ready within 40 s: ' +
      'connection refused: nothing listens there',
  );
  expect(resource.work.statuses).toEqual([
    'connection refused: nothing listens there (0 s)',
    'connection refused: nothing listens there (15 s)',
    'connection refused: nothing listens there (31 s)',
  ]);
});

test('does not accept the API of another cluster', async () => {
  await using api = await fakeApi({ tls: await newCertificate(await newAuthority()) });
  becomeReady(api);
  const { authorityPem } = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  await expect(
    resource.create({ endpoint: api.url, authorityPem, timeoutSeconds: 1 }),
  ).rejects.toThrow("its certificate is not from this cluster's authority");
  expect(api.requests).toEqual([]);
});

test('does not accept a certificate for another address', async () => {
  const authority = await newAuthority();
  await using api = await fakeApi({ tls: await newCertificate(authority, ['192.0.2.1']) });
  const { authorityPem } = authority;
  const resource = new ResourceLife(resourceTypes.apiReady);
  await expect(
    resource.create({ endpoint: api.url, authorityPem, timeoutSeconds: 1 }),
  ).rejects.toThrow('its certificate does not name this address');
});

test('presents the client certificate of the kubeconfig, and keeps the kubeconfig as a secret', async () => {
  const authority = await newAuthority();
  const { authorityPem } = authority;
  const { cert, key } = await newCertificate(authority);
  await using api = await fakeApi({ tls: { cert, key } });
  becomeReady(api);
  const kubeconfig = renderKubeconfig({
    endpoint: 'https://elsewhere:6443',
    authorityPem: 'another',
    certificatePem: cert,
    keyPem: key,
    cluster: 'demo',
    user: 'admin',
  });
  const resource = new ResourceLife(resourceTypes.apiReady);
  await resource.create({ endpoint: api.url, authorityPem, kubeconfig });
  expect(api.clients).toEqual([
    new X509Certificate(cert).fingerprint256,
    new X509Certificate(cert).fingerprint256,
  ]);
  expect(JSON.stringify(resource.state.inputs.kubeconfig)).toContain(
    '1b47061264138c4ac30d75fd1eb44270',
  );
});

test('a refresh reads another version, and keeps the state when the cluster is down', async () => {
  const authority = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  const api = await fakeApi({ tls: await newCertificate(authority) });
  becomeReady(api);
  await resource.create({ endpoint: api.url, authorityPem: authority.authorityPem });
  api.objects.set('/version', { gitVersion: 'v1.36.0' });
  expect((await resource.refresh()).outputs.version).toBe('v1.36.0');
  await api[Symbol.asyncDispose]();
  expect((await resource.refresh()).outputs).toEqual({ endpoint: api.url, version: 'v1.36.0' });
});

// Proves: drains-and-updates.kubernetes-update
test('waits again for another Kubernetes version, but not for another timeout', async () => {
  const authority = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  await using api = await fakeApi({ tls: await newCertificate(authority) });
  becomeReady(api);
  const inputs = { endpoint: api.url, authorityPem: authority.authorityPem };
  const { outputs } = await resource.create(inputs);
  expect(resource.preview({ ...inputs, kubernetesVersion: '1.36.0' })).toEqual({
    endpoint: api.url,
    version: markedUnknown,
  });
  expect(resource.preview({ ...inputs, timeoutSeconds: 5 })).toEqual(outputs);
  expect(resource.changes({ ...inputs, timeoutSeconds: 5 })).toEqual(['timeoutSeconds']);
});

// A provider of Kubernetes whose API is away when it is configured refuses every change of this update.
test('waits again when a machine of the API has another generation', async () => {
  const authority = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  await using api = await fakeApi({ tls: await newCertificate(authority) });
  becomeReady(api);
  const inputs = { endpoint: api.url, authorityPem: authority.authorityPem };
  const before = { ...inputs, generations: ['aaaa0000', 'bbbb0000'] };
  const after = { ...inputs, generations: ['aaaa0000', 'bbbb1111'] };
  await resource.create(before);
  expect(resource.changes(before)).toEqual([]);
  expect(resource.changes(after)).toEqual(['generations']);
  // The endpoint stays known, so a preview can look inside the cluster.
  expect(resource.preview(after)).toEqual({ endpoint: api.url, version: markedUnknown });
  api.objects.set('/readyz?verbose', 503);
  const looks = api.requests.length;
  api.afterRequest = () => {
    if (api.requests.length === looks + 1) becomeReady(api);
  };
  await resource.update(after);
  expect(resource.work.statuses).toEqual(['it refuses to GET /readyz?verbose: HTTP 503 (0 s)']);
});

test('a state without generations takes them over without a replacement', async () => {
  const authority = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  await using api = await fakeApi({ tls: await newCertificate(authority) });
  becomeReady(api);
  const inputs = { endpoint: api.url, authorityPem: authority.authorityPem };
  const { outputs } = await resource.create(inputs);
  const wanted = { ...inputs, generations: ['aaaa0000'] };
  expect(resource.changes(wanted)).toEqual(['generations']);
  expect((await resource.update(wanted)).outputs).toEqual(outputs);
  expect(resource.work.statuses).toEqual([]);
  expect(resource.changes(wanted)).toEqual([]);
});

test('stops waiting when it is interrupted', async () => {
  const { authorityPem } = await newAuthority();
  const resource = new ResourceLife(resourceTypes.apiReady);
  resource.work.interrupt(new Error('interrupted'));
  await expect(resource.create({ endpoint: 'https://127.0.0.1:1', authorityPem })).rejects.toThrow(
    'interrupted',
  );
});

test('names what is wrong with its inputs', () => {
  const resource = new ResourceLife(resourceTypes.apiReady);
  expect(
    resource.problems({
      endpoint: '192.0.2.1:6443',
      authorityPem: 'x',
      kubeconfig: '',
      kubernetesVersion: '1.35',
    }),
  ).toEqual([
    {
      property: 'endpoint',
      reason: "must be the URL of a cluster's API, such as https://192.0.2.10:6443",
    },
    { property: 'authorityPem', reason: 'must be a certificate in PEM' },
    { property: 'kubeconfig', reason: 'must be the text of a kubeconfig' },
    { property: 'kubernetesVersion', reason: 'must be a version such as 1.35.4' },
  ]);
});
