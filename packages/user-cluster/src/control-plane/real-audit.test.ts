// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, startEtcd } from '../backup/testing/servers.ts';
import type { ApiFlags } from '../restored/api-server.ts';
import { renderUserData } from '../bootstrap/index.ts';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { testConfig, testControlPlane } from '../bootstrap/test-bootstrap.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { startAuditReceiver } from './testing/audit-receiver.ts';

// The real etcd and API server, which reads the policy of the user-data as it is.
const patience = 300_000;
const programs = new Programs();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'real-audit-'));
});

afterAll(async () => {
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

/** Returns a file of the user-data of a control-plane VM. */
function fileOf(audit: object, name: string): string {
  const [, text = ''] = renderUserData(testControlPlane(testConfig({ audit }))).split(
    '#cloud-config\n',
  );
  const { write_files: files } = JSON.parse(text) as {
    readonly write_files: readonly { readonly path: string; readonly content: string }[];
  };
  return files.find(({ path }) => path === `/etc/strata/${name}`)?.content ?? '';
}

/** Starts an API server on an etcd of its own, with the policy and the flags of a test. */
async function startAudited(own: string, audit: object, more: ApiFlags) {
  const at = (name: string) => join(folder, own, name);
  await writeClusterCertificates(at('pki'));
  const ports = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, at('etcd'), at('pki'), ports);
  writeFileSync(at('policy.yaml'), fileOf(audit, 'audit-policy.yaml'));
  const flags = { 'audit-policy-file': at('policy.yaml'), ...more };
  const encryptionKey = randomBytes(32).toString('base64');
  const place = { folder: at('api'), pki: at('pki'), etcd: ports };
  return startApi(programs, { ...place, encryptionKey, flags });
}

// Proves: clusters.audit
test.each([
  ['Metadata', false],
  ['Request', true],
  ['RequestResponse', true],
])(
  'with %s, the content of objects is recorded: %s, and that of Secrets and ConfigMaps never',
  async (level, isRecorded) => {
    const log = join(folder, level, 'audit.log');
    const { client } = await startAudited(level, { level }, { 'audit-log-path': log });
    const inDefault = '/api/v1/namespaces/default';
    const hidden = { metadata: { name: 'hidden' }, stringData: { a: 'words-of-a-secret' } };
    await client.post(`${inDefault}/secrets`, hidden);
    const settings = { metadata: { name: 'settings' }, data: { a: 'words-of-a-setting' } };
    await client.post(`${inDefault}/configmaps`, settings);
    const labels = { team: 'words-of-a-label' };
    await client.post('/api/v1/namespaces', { metadata: { name: 'shop', labels } });
    const read = () => readFileSync(log, 'utf8');
    await eventually(() => Promise.resolve(read().includes('"name":"shop"')));
    expect(read()).toContain('"resource":"secrets","namespace":"default","name":"hidden"');
    expect(read()).toContain('"username":"admin"');
    expect(read().includes('words-of-a-label')).toBe(isRecorded);
    expect(read()).not.toMatch(/words-of-a-(secret|setting)|d29yZHMtb2YtYS1zZWNyZXQ/);
    await programs.stopAll();
  },
  patience,
);

// Proves: clusters.audit
test(
  'a ServiceAccount of kube-system that reads a Secret or opens a connection to a pod is recorded, and what else it reads is not',
  async () => {
    const log = join(folder, 'own', 'audit.log');
    const { client } = await startAudited('own', {}, { 'audit-log-path': log });
    const accounts = '/api/v1/namespaces/kube-system/serviceaccounts';
    const tokenOf = async (name: string) => {
      await client.post(accounts, { metadata: { name } });
      const { body } = await client.send('POST', `${accounts}/${name}/token`, { body: {} });
      return (JSON.parse(body) as { readonly status: { readonly token: string } }).status.token;
    };
    const addon = await tokenOf('addon');
    const collector = await tokenOf('generic-garbage-collector');
    const ask = async (token: string, path: string) =>
      expect(await client.send('GET', `/api/v1/${path}`, { token })).toMatchObject({ status: 200 });
    await ask(addon, 'configmaps');
    await ask(addon, 'secrets');
    await ask(collector, 'secrets');
    // kubectl opens a WebSocket for these, which is a GET. The server looks for the pod first.
    const inDefault = '/api/v1/namespaces/default';
    const connections = [
      `${inDefault}/pods/x/exec?command=id`,
      `${inDefault}/pods/x/attach`,
      `${inDefault}/pods/x/portforward?ports=80`,
      `${inDefault}/pods/x/proxy/metrics`,
      `${inDefault}/services/x/proxy/metrics`,
      '/api/v1/nodes/x/proxy/pods',
    ];
    for (const path of connections) {
      expect((await client.send('GET', path, { token: addon })).status).not.toBe(403);
    }
    await client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    const read = () => readFileSync(log, 'utf8');
    await eventually(() => Promise.resolve(read().includes('"name":"shop"')));
    const ofOwn = read()
      .split('\n')
      .filter((line) => line.includes('"username":"system:serviceaccount:kube-system:'))
      .map(
        (line) =>
          JSON.parse(line) as {
            readonly requestURI: string;
            readonly stage: string;
            readonly user: object;
          },
      )
      // A connection has a record when it opens, too.
      .filter(({ stage }) => stage === 'ResponseComplete')
      .map(({ requestURI, user }) => [requestURI, (user as { username: string }).username]);
    const recorded = ['/api/v1/secrets', ...connections];
    expect(ofOwn).toEqual(
      recorded.map((path) => [path, 'system:serviceaccount:kube-system:addon']),
    );
    await programs.stopAll();
  },
  patience,
);

// Proves: clusters.audit-webhook
test(
  'the webhook gets the records with its token, and the API serves on while it is away',
  async () => {
    const pki = join(folder, 'receiver');
    await writeClusterCertificates(pki);
    const receiver = await startAuditReceiver(pki);
    const certificateAuthority = readFileSync(join(pki, 'ca.crt'), 'utf8');
    const token = randomBytes(16).toString('hex');
    const webhook = { url: `${receiver.server.url}/shop`, token, certificateAuthority };
    const file = join(folder, 'audit-webhook.kubeconfig');
    writeFileSync(file, fileOf({ webhook }, 'audit-webhook.kubeconfig'), { mode: 0o600 });
    const { client } = await startAudited(
      'webhook',
      { webhook },
      {
        'audit-webhook-config-file': file,
        // Half a minute otherwise.
        'audit-webhook-batch-max-wait': '500ms',
        // With it the server would reach nobody but etcd.
        'egress-selector-config-file': undefined,
      },
    );
    const create = (name: string) => client.post('/api/v1/namespaces', { metadata: { name } });
    const got = (name: string) => () =>
      Promise.resolve(receiver.records.some(({ objectRef }) => objectRef?.name === name));
    await create('shop');
    await eventually(got('shop'));
    expect([...receiver.seen]).toEqual([`POST /shop?timeout=30s Bearer ${token}`]);
    await receiver.server.away();
    await create('while-it-is-away');
    await receiver.server.listen();
    await create('afterwards');
    await eventually(got('afterwards'));
    await receiver.server.away();
    await programs.stopAll();
  },
  patience,
);
