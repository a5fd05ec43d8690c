// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { type Plan, planVariable } from '../plan.ts';

/** Reads the plan that this process was started with. */
export function readPlan(env = process.env): Plan {
  const path = env[planVariable];
  if (path === undefined) throw new Error(`${planVariable} names no plan.`);
  return JSON.parse(readFileSync(path, 'utf8')) as Plan;
}
