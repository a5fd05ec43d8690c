// SPDX-License-Identifier: Apache-2.0
import { infraConfig } from '@strata/infra/config';
import type { InfraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig } from '@strata/user-cluster/config';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import type { ProfilePlace } from '@strata/user-cluster/profiles';
import type { z } from 'zod';
import { describeIssues, formatPath } from '@strata/contracts';
import { addressPlan, addressPlanFile } from './address-plan.ts';
import type { AddressPlan } from './address-plan.ts';
import type { PlanProblem } from './plan-problem.ts';

/** The `config` of a stack's file, as parsed YAML, without the project's prefix. */
export interface StackContent {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Of a user cluster: with what it takes from profiles, and without the key that names them. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Of a user cluster: profiles that it extends, the strongest last. @default none */
  readonly profiles?: readonly string[];
  /**
   * Returns where a profile says a value; undefined: the stack's own file does.
   *
   * @default all values are from the stack's own file
   */
  readonly placeOf?: (path: readonly PropertyKey[]) => ProfilePlace | undefined;
  /**
   * Whether it extends a profile that cannot be read, so a part of `config` is missing.
   *
   * @default false
   */
  readonly lacksProfile?: boolean;
}

/** The contents of the files of one environment. */
export interface EnvironmentFiles {
  readonly name: string;
  /** Parsed YAML; undefined if there is no plan. */
  readonly plan?: unknown;
  readonly infra?: StackContent;
  /** Parsed YAML of the facts of its infra cluster; undefined if there are none. */
  readonly facts?: unknown;
  readonly platform?: StackContent;
  /** Path of the file of its optional operators; undefined if it has none. */
  readonly addonsFile?: string;
  /** Contents of that file. */
  readonly addons?: StackContent;
  readonly clusters: readonly (StackContent & { readonly name: string })[];
  /** Problems of its files of which nothing could be read; undefined: there are none. */
  readonly unread?: readonly PlanProblem[];
}

const clusterKeys = [
  'kubernetes',
  'controlPlane',
  'pools',
  'network',
  'cni',
  'access',
] as const satisfies readonly (keyof UserClusterConfig)[];

const platformKeys = [
  'metallb',
  'networks',
  'tenants',
  'userClusterDefaults',
] as const satisfies readonly (keyof KubevirtStackConfig)[];

const infraKeys = ['hosts', 'kubeone', 'bridges'] as const satisfies readonly (keyof InfraConfig)[];

/** A user cluster, without the parts of its file that are invalid by themselves. */
export interface PlannedCluster {
  readonly environment: string;
  readonly name: string;
  readonly file: string;
  readonly config: Partial<Pick<UserClusterConfig, (typeof clusterKeys)[number]>>;
}

/** An environment, without the parts of its files that are invalid by themselves. */
export interface PlannedEnvironment {
  readonly name: string;
  readonly planFile: string;
  readonly plan?: AddressPlan;
  readonly infraFile: string;
  readonly infra?: Partial<Pick<InfraConfig, (typeof infraKeys)[number]>>;
  readonly platformFile: string;
  readonly platform?: Partial<Pick<KubevirtStackConfig, (typeof platformKeys)[number]>>;
  readonly clusters: readonly PlannedCluster[];
}

/**
 * Removes encrypted values: they do not matter here, but must not make the rest of their mapping
 * invalid.
 */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === 'secure') return 'encrypted';
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutSecrets(inner)]));
}

function readKeys(
  shape: Readonly<Record<string, z.ZodType>>,
  keys: readonly string[],
  { config, file, placeOf }: StackContent,
  project: string,
): { readonly valid: Record<string, unknown>; readonly problems: PlanProblem[] } {
  const valid: Record<string, unknown> = {};
  const problems: PlanProblem[] = [];
  for (const key of keys) {
    const schema = shape[key];
    if (schema === undefined) continue;
    const input = withoutSecrets(config[key]);
    const parsed = schema.safeParse(input);
    if (parsed.success) valid[key] = parsed.data;
    else {
      const found = describeIssues(schema, input, parsed.error.issues, () => false);
      for (const { message, path: below } of found) {
        const path = [key, ...below];
        problems.push({
          ...(placeOf?.(path) ?? { file }),
          path: `config.${project}:${formatPath(path)}`,
          message,
        });
      }
    }
  }
  return { valid, problems };
}

function readPlan({ clusters, name, plan: input }: EnvironmentFiles): {
  readonly plan?: AddressPlan;
  readonly problems: PlanProblem[];
} {
  const file = addressPlanFile(name);
  if (input === undefined) {
    if (clusters.length === 0) return { problems: [] };
    const message = `missing; the clusters of "${name}" choose from it: docs/address-plan.md says how`;
    return { problems: [{ file, path: '', message }] };
  }
  const parsed = addressPlan.safeParse(input);
  if (parsed.success) return { plan: parsed.data, problems: [] };
  const issues = describeIssues(addressPlan, input, parsed.error.issues, () => false);
  return {
    problems: issues.map(({ message, path }) => ({ file, path: formatPath(path), message })),
  };
}

/** Reads from an environment's files what the address plan is compared with. */
export function readEnvironment(files: EnvironmentFiles): {
  readonly environment: PlannedEnvironment;
  readonly problems: readonly PlanProblem[];
} {
  const { clusters, name } = files;
  const { plan, problems } = readPlan(files);
  const platform =
    files.platform &&
    readKeys(kubevirtStackConfig.shape, platformKeys, files.platform, 'kubevirt-stack');
  const infra = files.infra && readKeys(infraConfig.shape, infraKeys, files.infra, 'infra');
  const read = clusters.map((cluster) => ({
    cluster,
    ...readKeys(userClusterConfig.shape, clusterKeys, cluster, 'user-cluster'),
  }));
  return {
    environment: {
      name,
      planFile: addressPlanFile(name),
      ...(plan && { plan }),
      infraFile: files.infra?.file ?? '',
      ...(infra && { infra: infra.valid }),
      platformFile: files.platform?.file ?? '',
      ...(platform && { platform: platform.valid }),
      clusters: read.map(({ cluster, valid }) => ({
        environment: name,
        name: cluster.name,
        file: cluster.file,
        config: valid,
      })),
    },
    problems: [
      ...problems,
      ...(infra?.problems ?? []),
      ...(platform?.problems ?? []),
      ...read.flatMap((one) => one.problems),
    ],
  };
}

/** Returns a path in a cluster's file, such as `config.user-cluster:network.vlans[0].vlan`. */
export function clusterPath(...path: readonly PropertyKey[]): string {
  return `config.user-cluster:${formatPath(path)}`;
}

/** Returns a path in an infra stack's file, such as `config.infra:kubeone.network.podSubnet`. */
export function infraPath(...path: readonly PropertyKey[]): string {
  return `config.infra:${formatPath(path)}`;
}

/**
 * Returns a path in a platform's file, such as
 * `config.kubevirt-stack:metallb.pools[0].addresses[0]`.
 */
export function platformPath(...path: readonly PropertyKey[]): string {
  return `config.kubevirt-stack:${formatPath(path)}`;
}
