// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent } from './engine-event.ts';
import { dropPlannedValues, isAboutPlan, planViolations } from './operation-plan.ts';

const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

test('a plan keeps operations, names and fields, but no values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'));
  const file = join(folder, 'plan.json');
  const goal = {
    type: 't:index:T',
    inputDiff: { adds: { a: 'canary' }, updates: { b: { c: 'canary' } }, deletes: ['d'] },
    outputDiff: { adds: { e: 'canary' } },
  };
  const resourcePlans = {
    'urn::one': { goal, steps: ['update'], state: { f: 'canary' } },
    'urn::gone': { goal: null, steps: ['delete'], state: null },
  };
  writeFileSync(file, JSON.stringify({ manifest: { version: 'v3' }, resourcePlans }));
  dropPlannedValues(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    manifest: { version: 'v3' },
    resourcePlans: {
      'urn::one': {
        goal: {
          type: 't:index:T',
          inputDiff: { adds: { a: unknown }, updates: { b: unknown }, deletes: ['d'] },
          outputDiff: { adds: { e: unknown } },
        },
        steps: ['update'],
        state: { f: unknown },
      },
      'urn::gone': { steps: ['delete'] },
    },
  });
  rmSync(folder, { recursive: true });
});

const said = (message: string): EngineEvent => ({
  diagnosticEvent: { severity: 'error', message },
});

test("classifies Pulumi's messages about a plan, and removes values", () => {
  const urn = 'urn:pulumi:prod.shop::user-cluster::a:b:C$kubernetes:core/v1:Secret::shop-key';
  const events = [
    said(`resource ${urn} violates plan: properties changed: =~data[{&{{canary\nvalue}}}]`),
    said(`resource ${urn} violates plan: dependencies changed: added urn:x`),
    said('delete is not allowed by the plan: no steps were expected for this resource'),
    said('expected resource operations for urn:x but none were seen'),
    said('the cluster does not answer'),
  ];
  expect(planViolations(events)).toEqual([
    {
      kind: 'detail',
      message: 'Secret shop-key violates plan: properties changed: (values are left out)',
    },
    { kind: 'detail', message: 'Secret shop-key violates plan: dependencies changed: added urn:x' },
    {
      kind: 'operation',
      message: 'delete is not allowed by the plan: no steps were expected for this resource',
    },
    { kind: 'less', message: 'expected resource operations for urn:x but none were seen' },
  ]);
  expect(isAboutPlan('the cluster does not answer')).toBe(false);
});
