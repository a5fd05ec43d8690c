// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { scriptsOf } from './command-lines.ts';

const page = resolve(
  import.meta.dirname,
  '../../../../docs/decisions/0043-hibernation-is-a-commit.md',
);
const [evening = '', morning = '', push = ''] = scriptsOf(readFileSync(page, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'scheduled-hibernation-'));
const file = join(folder, 'stacks/user-cluster/Pulumi.production.shop.yaml');
mkdirSync(dirname(file), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the file of a cluster after a script of the page. */
function after(script: string, before: string): string {
  writeFileSync(file, before);
  execFileSync('bash', ['-c', script], { cwd: folder });
  return readFileSync(file, 'utf8');
}

const awake = 'config:\n  user-cluster:quota:\n    enabled: true\n';
const withLine = (line: string) => awake.replace('config:\n', `config:\n  ${line}\n`);
const bySchedule = withLine('user-cluster:hibernated: true # by the schedule');

test('the scheduled job of the page hibernates a cluster in the evening and wakes it in the morning', () => {
  expect(after(evening, awake)).toBe(bySchedule);
  expect(after(evening, bySchedule)).toBe(bySchedule);
  expect(after(evening, withLine('user-cluster:hibernated: false'))).toBe(bySchedule);
  expect(after(morning, bySchedule)).toBe(awake);
  expect(after(morning, awake)).toBe(awake);
});

test('the scheduled job of the page leaves a cluster asleep that somebody has hibernated', () => {
  const byHand = withLine('user-cluster:hibernated: true');
  expect(after(evening, byHand)).toBe(byHand);
  expect(after(morning, byHand)).toBe(byHand);
});

test('the scheduled job of the page asks for room before it pushes', () => {
  const [room, pushed] = ['npx strata plan capacity production', 'git push'].map((command) =>
    push.indexOf(command),
  );
  expect(room).toBeGreaterThan(0);
  expect(pushed).toBeGreaterThan(room ?? 0);
});
