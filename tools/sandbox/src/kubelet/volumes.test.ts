// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotYetThere, type DataSource } from './environment.ts';
import type { Pod, Volume } from './pod.ts';
import { readVolume, writeVolume } from './volumes.ts';

const pod: Pod = {
  metadata: { name: 'web-0', namespace: 'shop', uid: 'u1', labels: { app: 'web' } },
  spec: { containers: [] },
};
const data: DataSource = {
  secret: (_, name) =>
    name === 'certs' ? { 'tls.crt': Buffer.from('C'), 'tls.key': Buffer.from('K') } : undefined,
  configMap: (_, name) => (name === 'root-ca' ? { 'ca.crt': Buffer.from('CA') } : undefined),
};

async function contents(volume: Omit<Volume, 'name'>): Promise<Record<string, string> | undefined> {
  const token = (source: { audience?: string }) =>
    Promise.resolve(`token-${source.audience ?? ''}`);
  const files = await readVolume(pod, { name: 'v', ...volume }, data, token);
  return files && Object.fromEntries([...files].map(([path, content]) => [path, String(content)]));
}

test('writes all keys of a Secret, or those that are asked for, at their paths', async () => {
  expect(await contents({ secret: { secretName: 'certs' } })).toEqual({
    'tls.crt': 'C',
    'tls.key': 'K',
  });
  const items = [{ key: 'tls.crt', path: 'pki/server.pem' }];
  expect(await contents({ secret: { secretName: 'certs', items } })).toEqual({
    'pki/server.pem': 'C',
  });
});

test('a ServiceAccount volume contains token, authority and namespace', async () => {
  const sources = [
    { serviceAccountToken: { path: 'token', audience: 'api' } },
    { configMap: { name: 'root-ca' } },
    { downwardAPI: { items: [{ path: 'ns', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
  ];
  expect(await contents({ projected: { sources } })).toEqual({
    token: 'token-api',
    'ca.crt': 'CA',
    ns: 'shop',
  });
});

test('a pod waits for a missing Secret unless it is optional', async () => {
  await expect(contents({ secret: { secretName: 'none' } })).rejects.toThrow(
    new NotYetThere('Secret none is not there yet'),
  );
  expect(await contents({ secret: { secretName: 'none', optional: true } })).toEqual({});
});

test('a pod waits for a missing key', async () => {
  const items = [{ key: 'other', path: 'x' }];
  await expect(contents({ configMap: { name: 'root-ca', items } })).rejects.toThrow(
    new NotYetThere('ConfigMap root-ca has no key other yet'),
  );
});

test('any other volume starts empty', async () => {
  expect(await contents({})).toBeUndefined();
});

describe('written volumes', () => {
  const dir = mkdtempSync(join(tmpdir(), 'volumes-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  test('change all files at once, by one link, and leave no old content behind', () => {
    writeVolume(
      dir,
      new Map([
        ['a', Buffer.from('1')],
        ['sub/b', Buffer.from('1')],
      ]),
    );
    const first = readlinkSync(join(dir, '..data'));
    writeVolume(
      dir,
      new Map([
        ['a', Buffer.from('2')],
        ['sub/b', Buffer.from('2')],
      ]),
    );
    const second = readlinkSync(join(dir, '..data'));
    expect(second).not.toBe(first);
    expect(second).toMatch(/^\.\.\d{4}(_\d\d){5}\.\d+$/);
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('2');
    expect(readFileSync(join(dir, 'sub/b'), 'utf8')).toBe('2');
    expect(readdirSync(dir).sort()).toEqual(['..data', second, 'a', 'sub'].sort());
  });
});
