// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '../programs.ts';
import type { Problem } from './describe-issues.ts';
import { isAtOrBelow } from './format-path.ts';
import type { RawConfig } from './inspect-config.ts';
import { isMapping, valueAt } from './mapping.ts';
import type { UserClusterDefaults } from './user-cluster-default-fields.ts';

/** A key of a cluster's configuration that a platform may set a default for. */
interface DefaultRule {
  readonly path: readonly [string, ...string[]];
  /**
   * `unless said`: applies if the cluster sets no value. `beside`: is added after the cluster's own
   * items.
   */
  readonly holds: 'unless said' | 'beside';
}

/** All keys that `kubevirt-stack:userClusterDefaults` may set. */
const rules: readonly DefaultRule[] = [
  { path: ['isolation', 'customNetworkPolicies'], holds: 'beside' },
  { path: ['network', 'dns', 'servers'], holds: 'unless said' },
  { path: ['network', 'dns', 'searches'], holds: 'unless said' },
  { path: ['network', 'dns', 'ndots'], holds: 'unless said' },
  { path: ['storage', 'classes'], holds: 'unless said' },
];

/** A value of a cluster that comes from its platform. */
interface Origin {
  /** Path in the cluster's configuration. */
  readonly path: readonly PropertyKey[];
  /** Path below `userClusterDefaults` of the platform's configuration. */
  readonly from: readonly PropertyKey[];
}

/** A cluster's configuration with its platform's defaults. */
export interface DefaultedConfig {
  readonly raw: RawConfig;
  /** Adds the place in the platform's file to problems of values that come from there. */
  readonly withOrigin: (problems: readonly Problem[]) => Problem[];
}

/**
 * Returns a value with another value at a path; undefined if the path leads through something other
 * than a mapping.
 */
function withValue(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const outer = value === undefined ? {} : value;
  if (!isMapping(outer)) return undefined;
  const inner = withValue(outer[key], rest, leaf);
  return inner === undefined ? undefined : { ...outer, [key]: inner };
}

interface Merged {
  readonly leaf: unknown;
  readonly origins: readonly Origin[];
}

/** Merges a cluster's value with its platform's; undefined if the cluster's own stays unchanged. */
function merged({ holds, path }: DefaultRule, own: unknown, given: unknown): Merged | undefined {
  if (given === undefined) return undefined;
  if (holds === 'unless said' || own === undefined) {
    return own === undefined ? { leaf: given, origins: [{ path, from: path }] } : undefined;
  }
  // A value that should be a list but is not stays as it is, and is reported later.
  if (!Array.isArray(own) || !Array.isArray(given)) return undefined;
  const origins = given.map((_, index) => ({
    path: [...path, own.length + index],
    from: [...path, index],
  }));
  return { leaf: [...(own as unknown[]), ...(given as unknown[])], origins };
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Returns a user cluster's configuration with its platform's defaults, before anything is checked:
 * so both are checked in the same way, and together.
 *
 * @param environment - environment of the platform.
 */
export function withClusterDefaults(
  raw: RawConfig,
  environment: string,
  defaults: UserClusterDefaults = {},
): DefaultedConfig {
  const values: Record<string, string> = { ...raw.values };
  const origins: Origin[] = [];
  for (const rule of rules) {
    const [top, ...below] = rule.path;
    const key = `${raw.project}:${top}`;
    const before = parsed(values[key]);
    const found = merged(rule, valueAt(before, below), valueAt(defaults, rule.path));
    if (found === undefined) continue;
    const after = withValue(before, below, found.leaf);
    if (after === undefined) continue;
    values[key] = JSON.stringify(after);
    origins.push(...found.origins);
  }
  const platform = { project: 'kubevirt-stack', stack: environment };
  const withOrigin = (problems: readonly Problem[]) =>
    problems.map((problem): Problem => {
      const origin = origins.find(({ path }) => isAtOrBelow(problem.path, path));
      if (origin === undefined) return problem;
      const rest = problem.path.slice(origin.path.length);
      return {
        path: [`${platform.project}:userClusterDefaults`, ...origin.from, ...rest],
        message: `${problem.message}; ${stackFile(platform)} says it for all clusters`,
      };
    });
  return { raw: { ...raw, values }, withOrigin };
}
