// SPDX-License-Identifier: Apache-2.0
import type { AuthorChanges, FileChange } from './author-changes.ts';
import { clusterOfFile } from './cluster-name.ts';
import type { ClusterName } from './cluster-name.ts';

/** Whose machines a change of one key can replace. */
type Whose = 'nobody' | 'pool' | 'control plane' | 'all';

/**
 * Keys of a user cluster's file, the first that fits decides; what no row has can replace all machines.
 * docs/user-clusters.md has the same under "Change it". A test compares the rows with what machines are
 * made of.
 */
const rows: readonly { readonly keys: RegExp; readonly whose: Whose }[] = [
  // A pool as a whole: its nodes come, or go. The whole list is another one where a cluster takes it
  // from a profile or no longer does, and then every pool can be another one.
  { keys: /^pools$/, whose: 'all' },
  { keys: /^pools\[[^\]]+\]$/, whose: 'nobody' },
  { keys: /^pools\[[^\]]+\]\.(replicas|maxUnavailable|maxSurge)$/, whose: 'nobody' },
  { keys: /^pools\[[^\]]+\]\.(minReadySeconds|joinSeconds)$/, whose: 'nobody' },
  { keys: /^pools\[[^\]]+\]/, whose: 'pool' },
  { keys: /^controlPlane\.etcdDisk\.sizeGiB$/, whose: 'nobody' },
  // All machines are told where the API is.
  { keys: /^controlPlane\.endpoint\b/, whose: 'all' },
  // All machines trust it.
  { keys: /^keys(\.authority\b.*)?$/, whose: 'all' },
  { keys: /^(controlPlane|keys)\b/, whose: 'control plane' },
  { keys: /^kubernetes\.kubeconfigs\b/, whose: 'nobody' },
  { keys: /^oidc\.groups\b/, whose: 'nobody' },
  { keys: /^oidc\.issuers\[[^\]]+\]\.addresses\b/, whose: 'nobody' },
  { keys: /^audit\.webhook\.addresses\b/, whose: 'nobody' },
  { keys: /^(oidc|audit)\b/, whose: 'control plane' },
  { keys: /^backup\.volumes\b/, whose: 'nobody' },
  {
    keys: /^(isolation|quota|storage|deletion|delivery|expires|pullRequest|hibernated|applications)\b/,
    whose: 'nobody',
  },
  // Machines name the network, and are in the changed one once they start again or migrate.
  {
    keys: /^network\.vlans\[[^\]]+\]\.(vlan|bridge|mtu|macSpoofCheck|bridgeMarker)$/,
    whose: 'nobody',
  },
  { keys: /^(encryptionsalt|secretsprovider|encryptedkey)$/, whose: 'nobody' },
];

/** Machines of one cluster that a change can replace. */
export interface RollingCluster extends ClusterName {
  /** Such as `pool "md-a"`, `control plane` or `all machines`. */
  readonly machines: readonly string[];
}

/** Machines that a change can replace at most, judged by the keys of clusters. */
export interface MayRoll {
  readonly clusters: readonly RollingCluster[];
  /** Whether something else is changed as well, of which keys say nothing: platforms, code. */
  readonly isMore: boolean;
}

/** Whose machines a change of a key of a user cluster's file can replace. */
export function whoseMachines(path: string): Whose {
  return rows.find(({ keys }) => keys.test(path))?.whose ?? 'all';
}

const allMachines = 'all machines';
const poolWords = (name: string) => `pool "${name}"`;

function machinesOf(path: string): string[] {
  const whose = whoseMachines(path);
  if (whose === 'nobody') return [];
  if (whose === 'all') return [allMachines];
  return whose === 'pool' ? [poolWords(/\[([^\]]+)\]/.exec(path)?.[1] ?? '')] : [whose];
}

/**
 * Returns whether words of {@link RollingCluster.machines} mean a group of machines: `cp`, or a pool by its
 * name.
 */
export function meansGroup(words: string, group: string): boolean {
  return (
    words === allMachines ||
    (words === 'control plane' && group === 'cp') ||
    words === poolWords(group)
  );
}

function rollingClusters({ clusters, fields, file, kind }: FileChange): RollingCluster[] {
  const own = clusterOfFile(file);
  const found = own === undefined ? (clusters ?? []) : [own];
  // A cluster that is new has no machines yet; one whose file is gone keeps them. A profile that is new
  // reaches a cluster by the key `extends` in the cluster's file.
  if (found.length === 0 || kind !== 'changed') return [];
  const whose = new Set(
    fields === undefined ? [allMachines] : fields.flatMap((one) => machinesOf(one.path)),
  );
  if (whose.size === 0) return [];
  const machines = whose.has(allMachines) ? [allMachines] : [...whose];
  return found.map((one) => ({ ...one, machines }));
}

/** Joins what several files say of the same cluster. */
function joined(rolling: readonly RollingCluster[]): RollingCluster[] {
  const byCluster = Map.groupBy(rolling, ({ cluster, environment }) => `${environment}/${cluster}`);
  return [...byCluster.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const all = new Set([first, ...others].flatMap(({ machines }) => machines));
    return [{ ...first, machines: all.has(allMachines) ? [allMachines] : [...all] }];
  });
}

/**
 * Files under `stacks` of which no machine is made: limits, plans, prices, recorded facts, rings. What
 * profiles can replace is known by the clusters that extend them.
 */
const ofNoMachine =
  /^(rings\.yaml$|(address-plan|blast-radius|capacity|drift|infra-facts|isolation|policies|prices|profiles|pull-request-clusters|schemas)\/)/;

/** Code of which no machine is made. */
const ofNoProgram: readonly string[] = ['docs', 'e2e', 'bench', '.github', '.gitlab'];

/**
 * Returns the machines that a change can replace at most, judged by the keys that differ. Used for
 * previews that do not know the state.
 */
export function mayRoll({ code, files }: AuthorChanges): MayRoll {
  return {
    clusters: joined(files.flatMap(rollingClusters)),
    isMore:
      code.some(({ place }) => !ofNoProgram.includes(place)) ||
      files.some(({ file }) => clusterOfFile(file) === undefined && !ofNoMachine.test(file)),
  };
}
