// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import { freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { startApi, startEtcd } from '../../backup/testing/servers.ts';
import type { StartedApi } from '../../restored/api-server.ts';
import { Programs } from '../../restored/programs.ts';
import { writeClusterCertificates } from '../../restored/write-certificates.ts';
import { testConfig } from '../../test-context.ts';
import { fluxNamespace } from './flux-names.ts';
import { renderFlux } from './render-flux.ts';

// The examples of decision 55, and a real API server with the definitions of Flux that a cluster gets.
const patience = 300_000;
const page = join(
  import.meta.dirname,
  '../../../../../docs/decisions/0055-applications-come-by-flux.md',
);
const programs = new Programs();
let folder: string;
let api: StartedApi;

interface Example {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly path?: string };
}

const examples = [...readFileSync(page, 'utf8').matchAll(/```yaml\n(.*?)```/gs)].flatMap(
  ([, text = '']) => parseAllDocuments(text).map((document) => document.toJS() as Example),
);

/** Has the API server judge an object, and store nothing. */
function judge(object: Example) {
  const path = `/apis/${object.apiVersion}/namespaces/${object.metadata.namespace}`;
  const plural = object.kind === 'GitRepository' ? 'gitrepositories' : 'kustomizations';
  return api.client.post(`${path}/${plural}?dryRun=All&fieldValidation=Strict`, object);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flux-examples-'));
  const pki = join(folder, 'pki');
  await writeClusterCertificates(pki);
  const etcd = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, join(folder, 'etcd'), pki, etcd);
  const encryptionKey = randomBytes(32).toString('base64');
  api = await startApi(programs, { folder: join(folder, 'api'), pki, etcd, encryptionKey });
  await api.client.post('/api/v1/namespaces', { metadata: { name: fluxNamespace } });
  const { version = '' } = findRelease('v1.8')?.tenant.flux ?? {};
  const { objects } = renderFlux(loadManifest('flux', version), testConfig());
  for (const object of objects.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
    await api.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', object);
  }
  await api.server.ready(async () => {
    for (const example of examples) await judge(example);
    return true;
  }, 120_000);
}, patience);

afterAll(async () => {
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

// Proves: clusters.delivery
test(
  'the examples of applications that Flux brings are taken by an API server with its definitions, and a misspelt field is not',
  async () => {
    expect(examples.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual([
      'GitRepository gateway-api',
      'Kustomization gateway-api',
      'Kustomization cert-manager',
    ]);
    for (const example of examples) {
      // Flux looks at no other namespace.
      expect(example.metadata.namespace).toBe(fluxNamespace);
      await judge(example);
    }
    const [, example] = examples;
    const misspelt = { ...example, spec: { ...example?.spec, prunes: false } } as Example;
    await expect(judge(misspelt)).rejects.toThrow('unknown field "spec.prunes"');
  },
  patience,
);
