// SPDX-License-Identifier: Apache-2.0
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { showEngineComment } from './show-engine-comment.ts';

const repository = resolve(import.meta.dirname, '../../..');
const file = 'stacks/user-cluster/Pulumi.production.shop.yaml';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strata-tour-test-'));
  cpSync(join(repository, 'stacks'), join(root, 'stacks'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test('the changed file is previewed in a copy, its comment is shown in short and kept whole', async () => {
  const calls: string[] = [];
  const seen: string[] = [];
  const roots: string[] = [];
  const comment = ['## Strata', 'a', 'b', '### production', 'c', 'd', 'e'].join('\n\n');
  const lines = await showEngineComment(root, { PULUMI_HOME: '/x' }, (where, env, args) => {
    roots.push(where);
    seen.push(readFileSync(join(where, file), 'utf8'));
    calls.push(`${env.PULUMI_HOME} ${args.slice(0, -1).join(' ')}`);
    return Promise.resolve(args[0] === 'summary' ? comment : '');
  });
  expect(calls).toEqual([
    '/x run preview --offline --stack user-cluster/production.shop --reports',
    '/x summary --reports',
  ]);
  const before = readFileSync(join(repository, file), 'utf8');
  expect(seen[0]).toBe(before.replace('replicas: 6', 'replicas: 8'));
  expect(lines).toEqual([
    '  | ## Strata',
    '  | a',
    '  | b',
    '  | ### production',
    '  | c',
    'all 7 lines: .strata/tour-comment.md',
  ]);
  expect(readFileSync(join(root, '.strata/tour-comment.md'), 'utf8')).toBe(comment);
  expect(existsSync(roots[0] ?? '/')).toBe(false);
});

test('a preview that fails leaves no copy', async () => {
  const roots: string[] = [];
  const failing = showEngineComment(root, {}, (where) => {
    roots.push(where);
    return Promise.reject(new Error('no engine'));
  });
  await expect(failing).rejects.toThrow(new Error('no engine'));
  expect(existsSync(roots[0] ?? '/')).toBe(false);
});
