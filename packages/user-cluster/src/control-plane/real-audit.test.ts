// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, startEtcd } from '../backup/testing/servers.ts';
import { renderUserData } from '../bootstrap/index.ts';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { testConfig, testControlPlane } from '../bootstrap/test-bootstrap.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';

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

function policyOf(level: string): string {
  const [, text = ''] = renderUserData(testControlPlane(testConfig({ audit: { level } }))).split(
    '#cloud-config\n',
  );
  const { write_files: files } = JSON.parse(text) as {
    readonly write_files: readonly { readonly path: string; readonly content: string }[];
  };
  return files.find(({ path }) => path === '/etc/strata/audit-policy.yaml')?.content ?? '';
}

// Proves: clusters.audit
test.each([
  ['Metadata', false],
  ['Request', true],
  ['RequestResponse', true],
])(
  'with %s, the content of objects is recorded: %s, and that of Secrets and ConfigMaps never',
  async (level, isRecorded) => {
    const at = (name: string) => join(folder, level, name);
    await writeClusterCertificates(at('pki'));
    const ports = { client: await freePort(), peer: await freePort() };
    startEtcd(programs, at('etcd'), at('pki'), ports);
    writeFileSync(at('policy.yaml'), policyOf(level));
    const flags = { 'audit-policy-file': at('policy.yaml'), 'audit-log-path': at('audit.log') };
    const encryptionKey = randomBytes(32).toString('base64');
    const place = { folder: at('api'), pki: at('pki'), etcd: ports };
    const { client } = await startApi(programs, { ...place, encryptionKey, flags });
    const inDefault = '/api/v1/namespaces/default';
    const hidden = { metadata: { name: 'hidden' }, stringData: { a: 'words-of-a-secret' } };
    await client.post(`${inDefault}/secrets`, hidden);
    const settings = { metadata: { name: 'settings' }, data: { a: 'words-of-a-setting' } };
    await client.post(`${inDefault}/configmaps`, settings);
    const labels = { team: 'words-of-a-label' };
    await client.post('/api/v1/namespaces', { metadata: { name: 'shop', labels } });
    const read = () => readFileSync(at('audit.log'), 'utf8');
    await eventually(() => Promise.resolve(read().includes('"name":"shop"')));
    expect(read()).toContain('"resource":"secrets","namespace":"default","name":"hidden"');
    expect(read()).toContain('"username":"admin"');
    expect(read().includes('words-of-a-label')).toBe(isRecorded);
    expect(read()).not.toMatch(/words-of-a-(secret|setting)|d29yZHMtb2YtYS1zZWNyZXQ/);
    await programs.stopAll();
  },
  patience,
);
