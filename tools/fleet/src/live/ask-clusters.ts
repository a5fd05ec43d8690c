// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-reader';
import { backupJob, labelKeys } from '@strata/contracts';
import type {
  ApiCronJob,
  ApiInstance,
  ApiMachine,
  ApiNode,
  ApiOperator,
  ApiService,
  List,
} from './api-objects.ts';
import { ask } from './ask.ts';
import { expiriesIn } from './expiries.ts';
import type { Rules } from './expiries.ts';
import type { Asked, LiveCluster, LiveFacts } from './live-schema.ts';
import { readBackups, readBalancers, readMachines, readNodes } from './read-objects.ts';
import { SayableError } from './say-problem.ts';

/** Seconds that a cluster has to answer one question. */
export const answerSeconds = 10;

/** Questions to one cluster. */
export interface Questions {
  /** Asks for an object or a list; 404 is an answer, and the value undefined. */
  readonly about: <T, V>(path: string, read: (found: T | undefined) => V) => Promise<Asked<V>>;
  /** The same for two lists that belong together. */
  readonly aboutBoth: <T, U, V>(
    paths: readonly [string, string],
    read: (one: T | undefined, other: U | undefined) => V,
  ) => Promise<Asked<V>>;
}

/**
 * Returns questions to a cluster; each is one GET, or two, with a time limit.
 *
 * @param name - of the cluster, for people.
 */
export function questionsTo(
  name: string,
  kubeconfig: Asked<string>,
  seconds = answerSeconds,
): Questions {
  const { problem, value } = kubeconfig;
  const reader = value === undefined ? undefined : clusterReader(value, { seconds });
  const get = async <T>(path: string): Promise<T | undefined> => {
    if (reader !== undefined) return reader.get<T>(path);
    throw new SayableError(`there is no kubeconfig to ask with: ${problem ?? 'no output has it'}`);
  };
  return {
    about: (path, read) => ask('live', `${name}: ${path}`, async () => read(await get(path))),
    aboutBoth: ([one, other], read) =>
      ask('live', `${name}: ${one}, ${other}`, async () =>
        read(...(await Promise.all([get<never>(one), get<never>(other)]))),
      ),
  };
}

/** From the API server's cache: an answer may be a second old, and costs etcd nothing. */
const cached = 'resourceVersion=0';
const ofClusters = `labelSelector=${encodeURIComponent(labelKeys.clusterName)}&${cached}`;

const paths = {
  version: '/version',
  nodes: `/api/v1/nodes?${cached}`,
  kubevirts: '/apis/kubevirt.io/v1/kubevirts',
  cdis: '/apis/cdi.kubevirt.io/v1beta1/cdis',
  machines: `/apis/kubevirt.io/v1/virtualmachines?${ofClusters}`,
  instances: `/apis/kubevirt.io/v1/virtualmachineinstances?${ofClusters}`,
  services: `/api/v1/services?${cached}`,
  backups: `/apis/batch/v1/cronjobs?fieldSelector=${encodeURIComponent(`metadata.name=${backupJob}`)}`,
  rules: '/apis/monitoring.coreos.com/v1/prometheusrules',
} as const;

interface Version {
  readonly gitVersion?: string;
}

function versionOf(what: string, version: string | undefined): string {
  if (version === undefined || version === '') throw new SayableError(`${what} is not there`);
  return version.replace(/^v/, '');
}

const kubernetesOf = (found: Version | undefined) => versionOf('its version', found?.gitVersion);

/** Facts of an environment that its infra cluster knows. */
export type InfraFacts = Omit<LiveFacts, 'stacks' | 'clusters'>;

/** Asks an infra cluster everything at once. */
export async function askInfra(questions: Questions): Promise<InfraFacts> {
  const { about, aboutBoth } = questions;
  const [kubernetes, kubevirt, cdi, hosts, machines, balancers, backups, endings] =
    await Promise.all([
      about(paths.version, kubernetesOf),
      about<List<ApiOperator>, string>(paths.kubevirts, (found) =>
        versionOf('KubeVirt', found?.items?.[0]?.status?.observedKubeVirtVersion),
      ),
      about<List<ApiOperator>, string>(paths.cdis, (found) =>
        versionOf('CDI', found?.items?.[0]?.status?.observedVersion),
      ),
      about<List<ApiNode>, ReturnType<typeof readNodes>>(paths.nodes, readNodes),
      aboutBoth<List<ApiMachine>, List<ApiInstance>, ReturnType<typeof readMachines>>(
        [paths.machines, paths.instances],
        readMachines,
      ),
      about<List<ApiService>, ReturnType<typeof readBalancers>>(paths.services, readBalancers),
      about<List<ApiCronJob>, ReturnType<typeof readBackups>>(paths.backups, readBackups),
      about(paths.rules, (found: Rules | undefined) =>
        expiriesIn(found ?? {}, Date.now()).map(({ cluster, credential, ends }) => ({
          cluster,
          credential,
          ...(ends !== undefined && { ends }),
        })),
      ),
    ]);
  return { kubernetes, kubevirt, cdi, hosts, machines, balancers, backups, endings };
}

/** Asks a user cluster. */
export async function askCluster(name: string, { about }: Questions): Promise<LiveCluster> {
  const [kubernetes, nodes] = await Promise.all([
    about(paths.version, kubernetesOf),
    about<List<ApiNode>, ReturnType<typeof readNodes>>(paths.nodes, readNodes),
  ]);
  return { name, kubernetes, nodes };
}
