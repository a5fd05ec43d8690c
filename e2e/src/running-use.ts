// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';
import type { RackSession } from '@strata/sandbox';
import { kubectlJson, type List } from './environment.ts';

/** Use of its infra cluster by a user cluster, in the units of `plan cost --json`. */
export interface RunningUse {
  readonly machines: number;
  readonly cpus: number;
  readonly memoryMiB: number;
  readonly storageGiB: Readonly<Record<string, number>>;
  readonly addresses: number;
}

interface Machine {
  readonly spec: {
    readonly domain: {
      readonly cpu: { readonly cores: number; readonly sockets: number; readonly threads: number };
      readonly memory: { readonly guest: string };
    };
    readonly volumes: readonly {
      readonly dataVolume?: { readonly name: string; readonly hotpluggable?: boolean };
      readonly persistentVolumeClaim?: {
        readonly claimName: string;
        readonly hotpluggable?: boolean;
      };
    }[];
  };
}

interface Claim {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly storageClassName: string; readonly volumeName: string };
}

interface Volume {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly capacity: { readonly storage: string } };
}

interface Service {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly status: { readonly loadBalancer: { readonly ingress?: readonly object[] } };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const bytesOf = (text: string) => parseQuantity(text) ?? Number.NaN;

/** Names of the claims that a machine has had as disks since it started. */
const disksOf = ({ spec }: Machine) =>
  spec.volumes.flatMap(({ dataVolume, persistentVolumeClaim: claim }) => [
    ...(dataVolume === undefined || dataVolume.hotpluggable === true ? [] : [dataVolume.name]),
    ...(claim === undefined || claim.hotpluggable === true ? [] : [claim.claimName]),
  ]);

/** Whether the CSI driver has made a claim for a volume of users, whose name begins like this. */
const isOfUsers = ({ metadata }: Claim) => metadata.name.startsWith('pvc-');

/**
 * Counts what runs of a user cluster, by the objects of the infra cluster alone: the CPUs and memory of
 * its VMs, the sizes of the volumes in its namespace, and the addresses that load balancers have given to
 * its Services. Left out are volumes and Services of users inside the cluster.
 */
export async function runningUse(session: RackSession, cluster: string): Promise<RunningUse> {
  const list = async <T>(kind: string, ...args: readonly string[]) =>
    (await kubectlJson<List<T>>(session, ['get', kind, ...args])).items;
  const inside = ['-n', `cluster-${cluster}`];
  const [machines, claims, services, volumes] = await Promise.all([
    list<Machine>('vmis', ...inside),
    list<Claim>('persistentvolumeclaims', ...inside),
    list<Service>('services', ...inside),
    list<Volume>('persistentvolumes'),
  ]);
  const disks = new Set(machines.flatMap(disksOf));
  const storageGiB: Record<string, number> = {};
  for (const { metadata, spec } of claims.filter((one) => !isOfUsers(one))) {
    disks.delete(metadata.name);
    const volume = volumes.find((one) => one.metadata.name === spec.volumeName);
    if (volume === undefined) throw new Error(`the claim ${metadata.name} has no volume`);
    storageGiB[spec.storageClassName] =
      (storageGiB[spec.storageClassName] ?? 0) + bytesOf(volume.spec.capacity.storage) / 2 ** 30;
  }
  if (disks.size > 0) throw new Error(`disks without a claim: ${[...disks].join(', ')}`);
  const own = services.filter(
    ({ metadata }) => metadata.labels?.['cluster.x-k8s.io/tenant-service-name'] === undefined,
  );
  return {
    machines: machines.length,
    cpus: sum(
      machines.map(({ spec }) => {
        const { cores, sockets, threads } = spec.domain.cpu;
        return cores * sockets * threads;
      }),
    ),
    memoryMiB: sum(machines.map(({ spec }) => bytesOf(spec.domain.memory.guest) / 2 ** 20)),
    storageGiB,
    addresses: sum(own.map(({ status }) => status.loadBalancer.ingress?.length ?? 0)),
  };
}

/** Prices of a month, by the keys of a price file; of one StorageClass. */
export interface SmallPrices {
  readonly cpu: number;
  readonly memoryGiB: number;
  readonly storageGiB: { readonly 'sandbox-block': number };
  readonly address: number;
}

const money = (amount: number) => amount.toFixed(2);

/** Returns prices times {@link runningUse} of clusters, as `plan cost --json` shows it. */
export async function realCost(
  session: RackSession,
  clusters: readonly string[],
  prices: SmallPrices,
) {
  const name = 'sandbox-block';
  const all = await Promise.all(
    clusters.map(async (cluster) => {
      const use = await runningUse(session, cluster);
      const cpus = use.cpus * prices.cpu;
      const memory = (use.memoryMiB / 1024) * prices.memoryGiB;
      const storage = (use.storageGiB[name] ?? 0) * prices.storageGiB[name];
      const addresses = use.addresses * prices.address;
      return { cluster, use, cpus, memory, storage, addresses };
    }),
  );
  const sumOf = ({ addresses, cpus, memory, storage }: (typeof all)[number]) =>
    sum([addresses, cpus, memory, storage]);
  return {
    clusters: all.map((one) => ({
      cluster: one.cluster,
      ...one.use,
      cost: {
        cpus: money(one.cpus),
        memory: money(one.memory),
        storage: { [name]: money(one.storage) },
        addresses: money(one.addresses),
        sum: money(sumOf(one)),
      },
    })),
    sum: money(sum(all.map(sumOf))),
  };
}
