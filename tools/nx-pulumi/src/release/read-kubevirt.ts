// SPDX-License-Identifier: Apache-2.0
import type { RegisteredState } from '@strata/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Facts about a version of KubeVirt, read from its source. */
export interface KubevirtSource {
  /** Names of feature gates by their state, sorted. */
  readonly gates: Readonly<Record<RegisteredState, readonly string[]>>;
  /** Names of metrics by their type, sorted; recording rules are none. */
  readonly metrics: Readonly<Record<string, readonly string[]>>;
  /** Version of virt-template, without a leading `v`. */
  readonly virtTemplate?: string;
}

const states: Readonly<Record<string, RegisteredState>> = {
  Alpha: 'alpha',
  Beta: 'beta',
  GA: 'ga',
  Deprecated: 'deprecated',
  Discontinued: 'discontinued',
};

/** Returns names by key, both sorted. */
function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const keys = [...new Set(pairs.map(([key]) => key))].sort();
  const namesOf = (key: string) => pairs.filter(([one]) => one === key).map(([, name]) => name);
  return Object.fromEntries(keys.map((key) => [key, namesOf(key).sort()]));
}

/**
 * Reads the states in which Go code registers feature gates.
 *
 * @throws Error where a gate has a name or a state that the code does not define.
 */
export function gatesIn(code: string): Readonly<Record<RegisteredState, readonly string[]>> {
  const names = new Map(
    [...code.matchAll(/^\s*(\w+)\s*=\s*"(\w+)"/gm)].map(([, constant, name]) => [constant, name]),
  );
  const registered = [
    ...code.matchAll(/RegisterFeatureGate\(\s*FeatureGate\{\s*Name:\s*([^,]+),\s*State:\s*(\w+)/g),
  ].map(([call, constant = '', word = '']) => {
    const name = constant.startsWith('"') ? constant.slice(1, -1) : names.get(constant);
    const state = states[word];
    if (name === undefined || state === undefined) throw new Error(`unknown gate: ${call}`);
    return [state, name] as const;
  });
  return {
    alpha: [],
    beta: [],
    ga: [],
    deprecated: [],
    discontinued: [],
    ...grouped(registered),
  };
}

/** Reads the metrics in the table of KubeVirt's page about them, by type; recording rules are none. */
export function metricsIn(page: string): Readonly<Record<string, readonly string[]>> {
  return grouped(
    [...page.matchAll(/^\| (\S+) \| Metric \| (\w+) \|/gm)].map(
      ([, name = '', type = '']) => [type.toLowerCase(), name] as const,
    ),
  );
}

/** Reads what the Go module of KubeVirt in a folder says. */
export function readKubevirt(folder: string): KubevirtSource {
  const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), 'utf8');
  const gates = ['active.go', 'inactive.go'].map((file) =>
    read('pkg/virt-config/featuregate', file),
  );
  const template = 'hack/virt-template/default.sh';
  const [, virtTemplate] = existsSync(join(folder, template))
    ? (/VIRT_TEMPLATE_VERSION:-"v([^"]+)"/.exec(read(template)) ?? [])
    : [];
  return {
    gates: gatesIn(gates.join('\n')),
    metrics: metricsIn(read('docs/observability/metrics.md')),
    ...(virtTemplate !== undefined && { virtTemplate }),
  };
}
