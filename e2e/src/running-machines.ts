// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';
import type { RackSession } from '@strata/sandbox';
import { kubectl, kubectlJson, type List } from './environment.ts';

/** A VM of a user cluster that runs. */
export interface RunningMachine {
  /** Another one, if the machine was made anew. */
  readonly uid: string;
  readonly cpus: number;
  /** Sizes in GiB of the volumes that it has had since it started, by their names in the VM. */
  readonly disks: Readonly<Record<string, number>>;
}

interface Instance {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: {
    readonly domain: { readonly cpu: { readonly sockets: number } };
    readonly volumes: readonly {
      readonly name: string;
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
  readonly status: { readonly capacity: { readonly storage: string } };
}

async function machinesOf(session: RackSession, cluster: string) {
  const list = async <T>(kind: string) =>
    (await kubectlJson<List<T>>(session, ['get', kind, '-n', `cluster-${cluster}`])).items;
  const [instances, claims] = await Promise.all([
    list<Instance>('vmis'),
    list<Claim>('persistentvolumeclaims'),
  ]);
  const gibOf = (claim: string) => {
    const found = claims.find(({ metadata }) => metadata.name === claim);
    return (parseQuantity(found?.status.capacity.storage ?? '') ?? Number.NaN) / 2 ** 30;
  };
  return instances.map(({ metadata, spec }): [string, RunningMachine] => {
    const disks = spec.volumes.flatMap(({ dataVolume, name, persistentVolumeClaim }) => {
      const claim = dataVolume?.name ?? persistentVolumeClaim?.claimName;
      const isPlugged = (dataVolume ?? persistentVolumeClaim)?.hotpluggable === true;
      return claim === undefined || isPlugged ? [] : [[name, gibOf(claim)] as const];
    });
    const { sockets: cpus } = spec.domain.cpu;
    return [metadata.name, { uid: metadata.uid, cpus, disks: Object.fromEntries(disks) }];
  });
}

/** Returns something of each VM of user clusters, by the cluster and the VM's name. */
export async function runningMachines<T>(
  session: RackSession,
  clusters: readonly string[],
  of: (machine: RunningMachine) => T,
): Promise<Record<string, Record<string, T>>> {
  const all = await Promise.all(
    clusters.map(async (cluster) => {
      const machines = await machinesOf(session, cluster);
      return [cluster, Object.fromEntries(machines.map(([name, one]) => [name, of(one)]))] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** Values of machines, by the cluster and the VM's name. */
type OfMachines = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the machines that have another value than before, as `<cluster>/<name>`. */
export const otherMachines = (before: OfMachines, after: OfMachines) =>
  Object.entries(after).flatMap(([cluster, of]) =>
    Object.keys(of)
      .filter((name) => of[name] !== before[cluster]?.[name])
      .map((name) => `${cluster}/${name}`),
  );

/** How many load balancers a cluster may have, with those that it is reached by. */
export const loadBalancers = (session: RackSession, cluster: string) => {
  const path = 'jsonpath={.items[*].spec.hard.services\\.loadbalancers}';
  return kubectl(session, ['get', 'resourcequotas', '-n', `cluster-${cluster}`, '-o', path]);
};
