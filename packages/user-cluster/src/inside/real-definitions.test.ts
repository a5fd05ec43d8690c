// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import { builtTool, freePort } from '@strata/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startApi, startEtcd } from '../backup/testing/servers.ts';
import type { StartedApi } from '../restored/api-server.ts';
import { Programs } from '../restored/programs.ts';
import type { RunningProgram } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';

// The real etcd, API server, engine and provider of Pulumi, and the real prometheus-operator: of all operators it is
// the one that looks once which of its kinds are served. No kubelet and no controllers: the test starts the operator.
const patience = 600_000;
const programs = new Programs();
const repository = resolve(import.meta.dirname, '../../../..');
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const prometheuses = `${definitions}/prometheuses.monitoring.coreos.com`;
const account = '/api/v1/namespaces/monitoring/serviceaccounts/prometheus-operator';
const version = findRelease('v1.8')?.components['prometheus-operator'].version ?? '';
let folder: string;
let api: StartedApi;
const at = (...parts: readonly string[]) => join(folder, ...parts);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-definitions-'));
  mkdirSync(at('temporary'));
  await writeClusterCertificates(at('pki'));
  const etcd = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, at('etcd'), at('pki'), etcd);
  api = await startApi(programs, {
    folder: at('api'),
    pki: at('pki'),
    etcd,
    encryptionKey: randomBytes(32).toString('base64'),
  });
  const { server } = api.client;
  const cluster = { server, 'certificate-authority': at('pki', 'ca.crt') };
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: { token: api.token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(at('kubeconfig'), JSON.stringify(content), { mode: 0o600 });
}, patience);

afterAll(async () => {
  api.client.close();
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

/** Returns the operator's manifest; nobody waits for the pods of its Deployment, for there are none. */
function operatorManifest() {
  const manifest = loadManifest('prometheus-operator', version);
  const objects = manifest.objects.map((object) =>
    object.kind === 'Deployment'
      ? {
          ...object,
          metadata: { ...object.metadata, annotations: { 'pulumi.com/skipAwait': 'true' } },
        }
      : object,
  );
  return { ...manifest, objects };
}

const program = `
import { Provider } from '@pulumi/kubernetes';
import { OperatorManifest } from '@strata/manifest-objects';
import { readFileSync } from 'node:fs';
const provider = new Provider('lab', { kubeconfig: readFileSync('../kubeconfig', 'utf8') });
const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
new OperatorManifest('operator', { manifest }, { provider });
`;

const programFolder = () => at('program');

/** Runs the engine's CLI. */
async function pulumi(...args: readonly string[]) {
  const cwd = programFolder();
  const engine = builtTool('pulumi-3.259.0', 'pulumi');
  const tools = [
    engine,
    builtTool('pulumi-language-nodejs-3.188.0', 'pulumi-language-nodejs'),
    builtTool('pulumi-resource-kubernetes-4.29.0', 'pulumi-resource-kubernetes'),
    process.execPath,
  ];
  const env = {
    HOME: folder,
    PATH: [...tools.map(dirname), process.env.PATH].join(delimiter),
    PULUMI_HOME: at('pulumi'),
    PULUMI_BACKEND_URL: `file://${join(cwd, 'state')}`,
    PULUMI_CONFIG_PASSPHRASE: 'nothing is secret here',
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    TMPDIR: at('temporary'),
  };
  return promisify(execFile)(engine, [...args, '--non-interactive'], { cwd, env });
}

const up = async () => pulumi('up', '--yes', '--skip-preview', '--stack', 'lab');

const writeManifest = (manifest: object) => {
  writeFileSync(join(programFolder(), 'manifest.json'), JSON.stringify(manifest));
};

/** Runs the engine with a program that installs the operator. */
async function install(): Promise<void> {
  const cwd = programFolder();
  mkdirSync(join(cwd, 'state'), { recursive: true });
  const runtime = { name: 'nodejs', options: { typescript: false } };
  const project = { name: 'lab', runtime, main: 'program.mjs' };
  writeFileSync(join(cwd, 'Pulumi.yaml'), JSON.stringify(project));
  writeFileSync(join(cwd, 'package.json'), '{"name":"lab","type":"module"}');
  writeFileSync(join(cwd, 'program.mjs'), program);
  writeManifest(operatorManifest());
  symlinkSync(join(repository, 'node_modules'), join(cwd, 'node_modules'));
  await pulumi('stack', 'init', 'lab');
  await up();
}

/** Starts the operator as its pod does; what only a pod has is replaced. */
async function startOperator(): Promise<RunningProgram> {
  const binary = builtTool(`prometheus-operator-${version}`, 'prometheus-operator');
  return programs.start('/usr/bin/env', [
    `KUBECONFIG=${at('kubeconfig')}`,
    binary,
    '--kubelet-endpoints=false',
    `--web.listen-address=127.0.0.1:${await freePort()}`,
  ]);
}

/** Asks until there is an answer. */
async function until<T>(ask: () => Promise<T | undefined>, seconds = 120): Promise<T | undefined> {
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(50);
  }
  return undefined;
}

/** Makes a Prometheus, and returns whether an operator has made its StatefulSet within some seconds. */
async function worksFor(name: string, seconds: number): Promise<boolean> {
  const group = '/apis/monitoring.coreos.com/v1/namespaces/monitoring/prometheuses';
  const sets = '/apis/apps/v1/namespaces/monitoring/statefulsets';
  if ((await api.client.get(`${group}/${name}`)) === undefined) {
    const kind = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus' };
    await api.client.post(group, { ...kind, metadata: { name }, spec: { replicas: 1 } });
  }
  const made = await until(() => api.client.get<object>(`${sets}/prometheus-${name}`), seconds);
  return made !== undefined;
}

/** The operator's words about a kind that it then gives up. */
const isMissing = /"prometheuses\\?".*not installed in the cluster/;

interface Definition {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Waits until the kind of a definition is served. */
async function untilServed(path: string): Promise<void> {
  await until(async () => {
    const { status } = (await api.client.get<Definition>(path)) ?? {};
    const found = status?.conditions?.find(({ type }) => type === 'Established');
    return found?.status === 'True' ? true : undefined;
  });
}

/**
 * Makes another kind of the name `Prometheus`. Until it is deleted, the API server does not serve the operator's.
 *
 * @returns its path.
 */
async function blockPrometheus(): Promise<string> {
  const group = 'monitoring.coreos.com';
  const name = `blockers.${group}`;
  const names = { plural: 'blockers', singular: 'blocker', kind: 'Prometheus' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  await api.client.post(definitions, {
    metadata: { name },
    spec: {
      group,
      scope: 'Namespaced',
      names: { ...names, listKind: 'PrometheusList' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const path = `${definitions}/${name}`;
  await untilServed(path);
  return path;
}

// Proves: installation.operators
test(
  'nothing of an operator but its kinds and its namespace is there before all of its kinds are served',
  async () => {
    const blocker = await blockPrometheus();
    const installed = install();
    await Promise.race([installed, until(() => api.client.get<object>(prometheuses), 500)]);
    expect(await until(() => api.client.get<object>(account), 20)).toBeUndefined();
    expect(await api.client.get<Definition>(prometheuses)).toMatchObject({
      status: { conditions: [{ type: 'NamesAccepted', status: 'False' }, { status: 'False' }] },
    });
    await api.client.delete(blocker);
    await installed;
    const operator = await startOperator();
    expect(await worksFor('first', 60)).toBe(true);
    expect(operator.said).not.toMatch(isMissing);
    await operator.stop();
  },
  patience,
);

// Proves: installation.operators
test(
  'a change of metadata alone is made once: another update finds nothing to do',
  async () => {
    const { objects, ...manifest } = operatorManifest();
    const labelled = objects.map((object) => {
      const { kind, metadata } = object;
      const labels = { ...metadata.labels, team: 'platform' };
      return kind === 'CustomResourceDefinition'
        ? { ...object, metadata: { ...metadata, labels } }
        : object;
    });
    writeManifest({ ...manifest, objects: labelled });
    const changed = labelled.filter(({ kind }) => kind === 'CustomResourceDefinition').length;
    expect((await up()).stdout).toContain(`~ ${changed} updated`);
    await pulumi('preview', '--stack', 'lab', '--expect-no-changes');
  },
  patience,
);

// Upstream's side of the matter: with this behaviour the wait is needed, and without it the test says that it no longer is.
test(
  'an operator that has started before its kind works for it only when it starts again',
  async () => {
    const definition = operatorManifest().objects.find(
      ({ kind, metadata }) =>
        kind === 'CustomResourceDefinition' && metadata.name.startsWith('prometheuses.'),
    );
    await api.client.delete(prometheuses);
    await until(async () =>
      (await api.client.get(prometheuses)) === undefined ? true : undefined,
    );
    const early = await startOperator();
    await early.ready(() => Promise.resolve(isMissing.test(early.said)));
    await api.client.post(definitions, { ...definition });
    await untilServed(prometheuses);
    expect(await worksFor('second', 10)).toBe(false);
    await early.stop();
    const again = await startOperator();
    expect(await worksFor('second', 60)).toBe(true);
    await again.stop();
  },
  patience,
);

// The provider as published writes one for each provider of each run, and nobody deletes it.
test('updates and previews leave no kubeconfig in the temporary folder', () => {
  expect(readdirSync(at('temporary')).filter((name) => name.startsWith('kubeconfig'))).toEqual([]);
});
