// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '../programs.ts';
import type { Problem } from './describe-issues.ts';
import type { UserClusterDefaults } from './kubevirt-stack/user-cluster-default-fields.ts';
import type { RawConfig } from './read-config.ts';
import { isMapping } from './schema-walk.ts';

/** A place of a cluster's configuration that a platform may say something about. */
interface DefaultRule {
  readonly path: readonly [string, ...string[]];
  /** `unless said`: where the cluster says nothing. `beside`: after the items of the cluster's own. */
  readonly holds: 'unless said' | 'beside';
}

/** Everything that `kubevirt-stack:userClusterDefaults` may say. */
const rules: readonly DefaultRule[] = [
  { path: ['isolation', 'customNetworkPolicies'], holds: 'beside' },
  { path: ['network', 'dns', 'servers'], holds: 'unless said' },
  { path: ['network', 'dns', 'searches'], holds: 'unless said' },
  { path: ['network', 'dns', 'ndots'], holds: 'unless said' },
  { path: ['storage', 'classes'], holds: 'unless said' },
];

/** A value that a cluster has from its platform. */
interface Origin {
  /** In the cluster's configuration. */
  readonly path: readonly PropertyKey[];
  /** Below `userClusterDefaults` of the platform's. */
  readonly from: readonly PropertyKey[];
}

/** A cluster's configuration together with what holds for all clusters. */
export interface DefaultedConfig {
  readonly raw: RawConfig;
  /** Gives problems of values that come from the platform their place in the platform's file. */
  readonly withOrigin: (problems: readonly Problem[]) => Problem[];
}

/** What is at a path; undefined too where something else than mappings is on the way. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (outer, key) => (isMapping(outer) && Object.hasOwn(outer, key) ? outer[key] : undefined),
    value,
  );
}

/** The value with something else at a path; undefined where no mapping is, or can be, on the way. */
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

/** What a cluster has at a place that its platform speaks of; undefined: what it had. */
function merged({ holds, path }: DefaultRule, own: unknown, given: unknown): Merged | undefined {
  if (given === undefined) return undefined;
  if (holds === 'unless said' || own === undefined) {
    return own === undefined ? { leaf: given, origins: [{ path, from: path }] } : undefined;
  }
  // A list that is none is told about as it is.
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

const isAtOrBelow = (path: readonly PropertyKey[], outer: readonly PropertyKey[]) =>
  outer.every((part, index) => path[index] === part);

/**
 * A user cluster's configuration with what its platform says for all clusters, before anything is
 * checked: so both are checked alike, and together.
 *
 * @param environment - whose platform says so.
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
