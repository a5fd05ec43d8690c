// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { toPolicy } from './rule/index.ts';
import { rules } from './rules.ts';

const stacks = new URL('../../../stacks/', import.meta.url);

/** Reads an environment's settings of the policies. */
function environment(name: string) {
  const text = readFileSync(new URL(`policies/${name}.json`, stacks), 'utf8');
  return JSON.parse(text) as Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
}

test('all names differ, and every rule and exception has a source', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  const sources = rules.flatMap(({ source, exceptions = [] }) => [
    source,
    ...exceptions.map((one) => one.source),
  ]);
  expect(sources.filter((source) => !source.startsWith('https://'))).toEqual([]);
});

test('every rule ends the preview unless an environment changes its level', () => {
  const levels = new Set(rules.map((rule) => toPolicy(rule).enforcementLevel));
  expect([...levels].toSorted()).toEqual(['mandatory', 'remediate']);
});

test('environments set only existing rules and settings', () => {
  const unknown = Object.entries(environment('sandbox')).flatMap(([name, config]) => {
    const rule = rules.find((one) => one.name === name);
    if (rule === undefined) return [name];
    if (typeof config === 'string') return [];
    return Object.keys(config).filter(
      (key) => key !== 'enforcementLevel' && !(key in rule.settings),
    );
  });
  expect(unknown).toEqual([]);
});

test("the sandbox's pools are those of its platform", () => {
  interface Platform {
    config: Record<string, { pools: { name: string; addresses: string[]; boundTo?: string }[] }>;
  }
  const file = readFileSync(new URL('kubevirt-stack/Pulumi.sandbox.yaml', stacks), 'utf8');
  const { config } = parse(file) as Platform;
  const pools = new Map<string, object>();
  for (const { name, addresses, boundTo } of config['kubevirt-stack:metallb']?.pools ?? []) {
    pools.set(name, { addresses, ...(boundTo !== undefined && { boundTo }) });
  }
  const own = { pools: Object.fromEntries(pools) };
  expect(environment('sandbox')['load-balancer-in-pool']).toEqual(own);
});
