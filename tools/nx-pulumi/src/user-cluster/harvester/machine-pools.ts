// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { controlPlaneReplicaLines } from '../translate/control-plane-replicas.ts';
import { drainFor } from '../translate/drain.ts';
import type { Drain } from '../translate/drain.ts';
import { checkedDuration } from '../translate/go-duration.ts';
import { allowedLabels, taintsAt } from '../translate/node-keys.ts';
import { rolloutOf } from '../translate/rollout.ts';
import type { Source } from '../translate/source.ts';
import { takeUsual } from '../translate/usual-values.ts';
import { withValues } from '../translate/with-values.ts';
import { usualOfPools } from './left-out.ts';
import { poolsPath } from './read-harvester-file.ts';
import type { RkeSettings } from './rke-config.ts';
import { translateMachine } from './translate-machine.ts';
import type { MachineContext } from './translate-machine.ts';

type Keys = Readonly<Record<string, unknown>>;

/** The control plane and the pools of a cluster, and messages about what is not kept. */
export interface TranslatedPools {
  readonly controlPlane: Keys | undefined;
  readonly pools: readonly Keys[];
  readonly lines: readonly string[];
}

/** A machine pool with its HarvesterConfig. */
export interface MachinePool {
  readonly source: Source;
  readonly config: object;
}

/** Facts that all machine pools of a cluster share. */
export interface PoolContext extends Omit<MachineContext, 'pool'> {
  /** Of the Cluster, for errors and messages. */
  readonly title: string;
  /** Labels and taints that all machines have. */
  readonly shared: Pick<RkeSettings, 'labels' | 'taints'>;
}

const timeoutKey = 'drainBeforeDeleteTimeout';

const rollingKey = 'rollingUpdate';

/**
 * Returns how long pods may take to leave a machine; Rancher does not ask them to where it does not drain, and waits
 * for ever where it has no limit.
 */
function drainOf(title: string, source: Source): Drain {
  const isDrained = source.text('drainBeforeDelete') === 'true';
  const seconds = checkedDuration(title, source.pathOf(timeoutKey), source.text(timeoutKey));
  if (!isDrained) return { lines: [] };
  if (seconds !== undefined) return drainFor(title, source.pathOf(timeoutKey), seconds);
  const place = source.pathOf('drainBeforeDelete');
  return {
    lines: [
      `${title}: ${place} without ${timeoutKey} is left out: no machine waits for ever; drain.timeoutSeconds is 600`,
    ],
  };
}

/** Returns the keys of a pool and of its machines, and how many there are. */
function keysOf({ config, source }: MachinePool, context: PoolContext) {
  const { title } = context;
  const name = source.text('name') ?? '';
  takeUsual(source, usualOfPools);
  const machine = translateMachine(config, { ...context, pool: name });
  const said = source.take('labels');
  const labels = allowedLabels(
    Object.entries(isMapping(said) ? said : {}).map(([key, value]) => [key, String(value)]),
    `${title}: ${source.pathOf('labels')}`,
  );
  const drain = drainOf(title, source);
  return {
    name,
    rollout: rolloutOf(title, source, { replicas: 'quantity', minReadySeconds: [] }).keys,
    keys: withValues({
      ...machine.keys,
      labels: { ...context.shared.labels, ...labels.labels },
      taints: [...context.shared.taints, ...taintsAt(source, 'taints')],
      drain: drain.drain,
    }),
    lines: [...labels.lines, ...drain.lines, ...machine.lines],
  };
}

/** Returns the message about a machine pool that is left out, all of whose keys count as read. */
function withoutPool(title: string, source: Source, reason: string): string {
  source.takeAll();
  return `${title}: ${source.pathOf('')} (${source.text('name') ?? ''}) is left out: ${reason}`;
}

/** Whether the machines of a pool have a role. */
const hasRole = ({ source }: MachinePool, role: string) => source.text(`${role}Role`) === 'true';

/** Returns how many machines a pool has. */
const quantityOf = ({ source }: MachinePool) => Number(source.text('quantity') ?? 1);

/**
 * Returns the machine pools of a control plane, those with machines first: of one whose quantity is 0,
 * Rancher makes none.
 */
function controlPools(machinePools: readonly MachinePool[]): readonly MachinePool[] {
  const all = machinePools.filter((one) => hasRole(one, 'controlPlane'));
  return [
    ...all.filter((one) => quantityOf(one) > 0),
    ...all.filter((one) => !(quantityOf(one) > 0)),
  ];
}

/** Returns the message about several nodes of a control plane, which may be those of several machine pools. */
function replicaLines(title: string, pools: readonly MachinePool[]): string[] {
  const used = pools.filter((one) => quantityOf(one) > 0);
  const [only, another] = used;
  if (only === undefined) return [];
  const names = used.map(({ source }) => source.text('name') ?? '').join(', ');
  const place =
    another === undefined
      ? only.source.pathOf('quantity')
      : `${poolsPath} (${names}) with a quantity of`;
  const sum = used.reduce((count, one) => count + quantityOf(one), 0);
  return controlPlaneReplicaLines(title, place, String(sum));
}

/**
 * Returns the control plane and the pools that the machine pools of a Cluster ask for. Here no machine of a
 * control plane takes pods of others: a machine pool that is both becomes both.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/apis/provisioning.cattle.io/v1/cluster_types.go `RKEMachinePool`
 */
export function translatePools(
  machinePools: readonly MachinePool[],
  context: PoolContext,
): TranslatedPools {
  const { title } = context;
  const ofControl = controlPools(machinePools);
  const [first] = ofControl;
  const lines = replicaLines(title, ofControl);
  const pools: Keys[] = [];
  let controlPlane: Keys | undefined;
  for (const one of machinePools) {
    const { source } = one;
    const [isControl, isEtcd, isWorker] = ['controlPlane', 'etcd', 'worker'].map((role) =>
      hasRole(one, role),
    );
    const isFirst = one === first;
    if (isWorker !== true && !isFirst) {
      const reason =
        isControl === true
          ? `all machines of a control plane are alike: they are those of "${first?.source.text('name') ?? ''}"`
          : 'etcd is that of kubeadm, on the control plane: controlPlane.etcdDisk is its disk';
      lines.push(withoutPool(title, source, isControl || isEtcd ? reason : 'it has no role'));
      continue;
    }
    if (isWorker !== true && source.take(rollingKey) !== undefined) {
      lines.push(
        `${title}: ${source.pathOf(rollingKey)} is left out: machines of a control plane are replaced one by one`,
      );
    }
    const { keys, lines: own, name, rollout } = keysOf(one, context);
    lines.push(...own);
    if (isFirst) controlPlane = keys;
    if (isWorker !== true) continue;
    pools.push(withValues({ name, ...rollout, ...keys }));
    if (isControl !== true && isEtcd !== true) continue;
    lines.push(
      `${title}: ${source.pathOf('')} (${name}) runs ${isControl === true ? 'the control plane' : 'etcd'} and pods of others: the pool "${name}" is for pods, and the control plane has a machine besides it`,
    );
  }
  return { controlPlane, pools, lines };
}
