// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { PlanContext } from '../command.ts';
import { exampleContext } from '../reference/example-repository.ts';
import { parseLine } from '../reference/plan-line.ts';

let context: PlanContext;
beforeEach(() => {
  const scratch = mkdtempSync(join(tmpdir(), 'strata-export-'));
  context = { ...exampleContext, scratch, folder: scratch };
});
afterEach(() => rmSync(context.scratch, { recursive: true }));

const secret = (value: unknown) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  plaintext: JSON.stringify(value),
});

const urn = (type: string, name: string) =>
  `urn:pulumi:production.shop::user-cluster::strata:user-cluster:UserCluster$${type}::${name}`;

function object(
  name: string,
  inputs: object,
  provider: string,
  type = 'kubernetes:core/v1:Secret',
) {
  const of = `${urn('pulumi:providers:kubernetes', provider)}::id`;
  return { urn: urn(type, name), type, provider: of, inputs };
}

const annotations = { 'pulumi.com/patchForce': 'true', 'example.org/kept': 'yes' };

const resources = [
  {
    urn: urn('pulumi:pulumi:Stack', 'stack'),
    type: 'pulumi:pulumi:Stack',
    outputs: { kubeconfig: secret('the kubeconfig') },
  },
  object(
    'data',
    {
      __fieldManager: 'strata',
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'data', annotations },
      stringData: secret({ a: 'b' }),
    },
    'infra',
  ),
  object(
    'patch',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
    'infra',
    'kubernetes:core/v1:NamespacePatch',
  ),
  object('gone', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'gone' } }, 'infra'),
  object(
    'token',
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'token', annotations: { 'pulumi.com/patchForce': 'true' } },
    },
    'shop-nodes-provider',
  ),
  {
    urn: urn('strata:keys:Authority', 'shop-keys-cluster'),
    type: 'strata:keys:Authority',
    outputs: { certificatePem: 'the certificate', privateKeyPem: secret('the key'), notAfter: 'x' },
  },
  {
    urn: urn('strata:keys:RandomKey', 'shop-keys-encryption'),
    type: 'strata:keys:RandomKey',
    outputs: { base64: secret('the random key') },
  },
].map((one) => ({ ...one, delete: one.urn.endsWith('::gone') }));

/** Runs the command as if Pulumi had printed this state. */
async function run(line: string, state: object = { deployment: { resources } }) {
  const { input, spec } = await parseLine(line);
  const steps = spec.plan(input, context);
  writeFileSync(join(context.scratch, 'state.json'), JSON.stringify(state));
  return { steps, answer: await spec.answer?.(input, context) };
}

// Proves: migration.export
test('writes the manifests of both clusters, keys and kubeconfig, for their owner alone', async () => {
  const { answer, steps } = await run('export production shop --out mine');
  expect(steps).toEqual([
    {
      argv: [
        'pulumi',
        '-C',
        'packages/user-cluster',
        'stack',
        'export',
        '--show-secrets',
        '--stack',
        'production.shop',
      ],
      environment: 'production',
      into: join(context.scratch, 'state.json'),
    },
  ]);
  const out = join(context.folder, 'mine');
  expect(answer).toEqual({ text: `${out}: 7 files, which hold secrets; begin with README.md` });
  const read = (path: string) => readFileSync(join(out, path), 'utf8');
  const objects = (path: string) =>
    parseAllDocuments(read(path)).map((one) => one.toJS() as unknown);
  expect(objects('infra.yaml')).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'data', annotations: { 'example.org/kept': 'yes' } },
      stringData: { a: 'b' },
    },
  ]);
  expect(objects('inside.yaml')).toEqual([
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'token' } },
  ]);
  expect(read('kubeconfig')).toBe('the kubeconfig');
  expect(readdirSync(join(out, 'keys')).sort()).toEqual([
    'shop-keys-cluster.crt',
    'shop-keys-cluster.key',
    'shop-keys-encryption.base64',
  ]);
  expect(read('keys/shop-keys-cluster.key')).toBe('the key');
  const order = read('README.md').match(/^\d\. .{20}|stack rm --force production\.shop/gm);
  expect(order).toEqual([
    '1. Switch deployments o',
    '2. Have Pulumi forget t',
    'stack rm --force production.shop',
    '3. Merge the removal of',
    '4. Switch deployments o',
  ]);
  for (const path of ['README.md', 'infra.yaml', 'keys/shop-keys-cluster.key', 'kubeconfig']) {
    expect(statSync(join(out, path)).mode & 0o777).toBe(0o600);
  }
});

test('Git takes nothing of it', async () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: context.folder, encoding: 'utf8' });
  git('init', '--quiet');
  await run('export production shop');
  git('add', '--all');
  expect(git('ls-files', '--', 'shop-export')).toBe('');
  expect(git('status', '--porcelain', '--', 'shop-export')).toBe('');
});

test('writes into no folder that has something in it, and refuses what is no state', async () => {
  mkdirSync(join(context.folder, 'full/x'), { recursive: true });
  await expect(run('export production shop --out full')).rejects.toThrow(
    `${join(context.folder, 'full')} is not empty: name another folder with --out.`,
  );
  await expect(run('export production shop', {})).rejects.toThrow(
    'The state is not what "pulumi stack export" prints.',
  );
  await expect(run('export production shop', { deployment: {} })).rejects.toThrow(
    'production.shop has made nothing yet: there is no cluster.',
  );
});
