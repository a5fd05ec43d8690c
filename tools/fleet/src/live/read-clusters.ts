// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import { backupJob, labelKeys } from '@strata/contracts';
import type { z } from 'zod';
import { cdiList, kubevirtList } from './api-objects.ts';
import { endingsIn } from './expiries.ts';
import { liveValues } from './live-schema.ts';
import type { LiveCluster, LiveEnding, LiveFacts, Reading } from './live-schema.ts';
import { readBackups, readMachines, readNodes, readVersion, versionOf } from './read-objects.ts';
import { SayableError } from './say-problem.ts';
import { takeReading } from './take-reading.ts';

/** Seconds that a cluster has for one answer. */
export const answerSeconds = 10;

/**
 * Reads one path of a cluster's API. `turn` gets undefined when the cluster has no such kind. A value
 * that the schema refuses is a problem of this reading alone.
 */
export type ReadPath = <V>(
  path: string,
  schema: z.ZodType<V>,
  turn: (answer: unknown) => V,
) => Promise<Reading<V>>;

/**
 * Returns a reader of a cluster. It sends one GET for each path, and nothing else.
 *
 * @param name - name of the cluster for people.
 * @param kubeconfig - kubeconfig, or the reason why there is none.
 */
export function pathReader(
  name: string,
  kubeconfig: Reading<string>,
  seconds = answerSeconds,
): ReadPath {
  const { problem, value } = kubeconfig;
  const reader = value === undefined ? undefined : clusterReader(value, { seconds });
  return (path, schema, turn) =>
    takeReading('cluster', `${name}: ${path}`, async () => {
      if (reader === undefined) throw new SayableError(`no kubeconfig: ${problem ?? ''}`);
      return schema.parse(turn(await reader.get(path)));
    });
}

/** From the API server's cache: an answer may be a second old, and costs etcd nothing. */
const cached = 'resourceVersion=0';
const ofClusters = `labelSelector=${encodeURIComponent(labelKeys.clusterName)}`;
const ofBackups = `fieldSelector=${encodeURIComponent(`metadata.name=${backupJob}`)}`;

const paths = {
  version: '/version',
  nodes: `/api/v1/nodes?${cached}`,
  kubevirts: '/apis/kubevirt.io/v1/kubevirts',
  cdis: '/apis/cdi.kubevirt.io/v1beta1/cdis',
  machines: `/apis/kubevirt.io/v1/virtualmachineinstances?${ofClusters}&${cached}`,
  backups: `/apis/batch/v1/cronjobs?${ofBackups}`,
  rules: `/apis/monitoring.coreos.com/v1/prometheusrules?${ofClusters}&${cached}`,
} as const;

function readEndings(answer: unknown): LiveEnding[] {
  return endingsIn(answer ?? {});
}

/** Facts of an environment that its infra cluster knows. */
export type InfraFacts = Omit<LiveFacts, 'stacks' | 'clusters'>;

/** Reads an infra cluster, all paths at once. */
export async function readInfra(read: ReadPath): Promise<InfraFacts> {
  const [kubernetes, kubevirt, cdi, hosts, machines, backups, endings] = await Promise.all([
    read(paths.version, liveValues.version, readVersion),
    read(paths.kubevirts, liveValues.version, (found) => {
      const [first] = kubevirtList.parse(found ?? {}).items;
      return versionOf('KubeVirt', first?.status.observedKubeVirtVersion);
    }),
    read(paths.cdis, liveValues.version, (found) => {
      const [first] = cdiList.parse(found ?? {}).items;
      return versionOf('CDI', first?.status.observedVersion);
    }),
    read(paths.nodes, liveValues.nodes, readNodes),
    read(paths.machines, liveValues.machines, readMachines),
    read(paths.backups, liveValues.backups, readBackups),
    read(paths.rules, liveValues.endings, readEndings),
  ]);
  return { kubernetes, kubevirt, cdi, hosts, machines, backups, endings };
}

/** Reads a user cluster. */
export async function readCluster(name: string, read: ReadPath): Promise<LiveCluster> {
  const [kubernetes, nodes] = await Promise.all([
    read(paths.version, liveValues.version, readVersion),
    read(paths.nodes, liveValues.nodes, readNodes),
  ]);
  return { name, kubernetes, nodes };
}
