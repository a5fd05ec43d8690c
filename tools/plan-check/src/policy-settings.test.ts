// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkPlan } from './check-plan.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strata-policy-settings-'));
  cpSync(resolve(import.meta.dirname, '../../../stacks'), join(root, 'stacks'), {
    recursive: true,
  });
});

afterEach(() => rmSync(root, { recursive: true }));

/** Returns what is said after settings of the policies of staging were written. */
function saidOf(settings: unknown): readonly string[] {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  writeFileSync(join(root, 'stacks/policies/staging.json'), text);
  return checkPlan(root).lines.slice(1);
}

test('refuses settings that nothing can check, because their schema is missing', () => {
  rmSync(join(root, 'stacks/schemas/policies.json'));
  expect(checkPlan(root).lines.slice(1)).toEqual([
    'stacks/schemas/policies.json: is missing, so nobody knows which policies there are; npx nx run config-schema:write writes it',
  ]);
});

test('accepts levels and settings of the policies', () => {
  const settings = {
    'load-balancer-in-pool': { pools: {}, enforcementLevel: 'advisory' },
    'secret-inputs': 'disabled',
    'data-protected': 'advisory',
  };
  expect(saidOf(settings)).toEqual([]);
});

test.each([
  [
    { 'load-balancer-in-pol': {} },
    'load-balancer-in-pol: there is no such policy, so this has no effect; did you mean "load-balancer-in-pool"?',
  ],
  [
    { 'load-balancer-in-pool': { pool: {} } },
    'load-balancer-in-pool.pool: there is no such setting, so this has no effect; did you mean "pools"?',
  ],
  [
    { 'no-cluster-admin': { pools: {} } },
    'no-cluster-admin.pools: there is no such setting, so this has no effect; known: enforcementLevel',
  ],
  [
    { 'data-protected': 'advisor' },
    'data-protected: "advisor" is no level of this policy; known: advisory, mandatory, disabled',
  ],
  [
    { 'secret-inputs': { enforcementLevel: 'mandatory' } },
    'secret-inputs.enforcementLevel: "mandatory" is no level of this policy; known: remediate, disabled',
  ],
  [
    { all: 'advisory' },
    'all: sets the level of every policy, and of secret-inputs to one at which it sees nothing; name the policies',
  ],
  [{ 'data-protected': [] }, 'data-protected: expected a level or settings'],
  [[], 'expected an object with policies by name'],
  ['{', 'is no JSON'],
])('refuses %j', (settings, message) => {
  const [said, ...more] = saidOf(settings);
  expect(said).toContain('stacks/policies/staging.json');
  expect(said).toContain(message);
  expect(more).toEqual([]);
});
