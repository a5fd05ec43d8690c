// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { Effected } from './consequence.ts';
import { goesWithNamespace, isDeleted, namespaceType } from './goes-with-namespace.ts';
import { peopleRights } from './people-rights.ts';
import { poolLoss } from './pool-loss.ts';
import { valueAt, withoutVersion } from './preview-steps.ts';
import type { Change } from './preview-steps.ts';

/** The consequences of changing a resource of one type. */
export interface ResourceEffect {
  /** Type without its version: `kubernetes:core:Service`. */
  readonly type: string;
  /** @param stack - all resources that the previews show of the same stack, changed or not. */
  readonly effectOf: (change: Change, stack: readonly Change[]) => readonly Effected[];
  readonly source: string;
  /** Whether its effects count only where no other resource has the same effect on the same subject. */
  readonly isFallback?: true;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Compares values regardless of the order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(valueAt(one, key), valueAt(other, key)));
}

/** Returns namespace and name, such as `cluster-demo/api`. */
function objectName({ after, before }: Change): string {
  const metadata = valueAt(before, 'metadata') ?? valueAt(after, 'metadata');
  const parts = [valueAt(metadata, 'namespace'), valueAt(metadata, 'name')].map(text);
  return parts.filter((part) => part !== '').join('/');
}

const generationOf = (metadata: unknown) => valueAt(metadata, 'labels', labelKeys.generation);

/** Returns how many disks of a VM are made empty for it, and deleted with it. */
function dataDisks(machineSpec: unknown): number {
  const templates = valueAt(machineSpec, 'dataVolumeTemplates');
  return Array.isArray(templates)
    ? templates.filter((one) => valueAt(one, 'spec', 'source', 'blank') !== undefined).length
    : 0;
}

/** Returns the effects, and the data disks of the VMs that go by them. */
function withDataDisks(effects: readonly Effected[], machineSpec: unknown): readonly Effected[] {
  const gone = effects.filter(({ kind }) => kind === 'nodes-roll' || kind === 'nodes-removed');
  const count = dataDisks(machineSpec) * gone.reduce((sum, one) => sum + one.count, 0);
  const [first] = gone;
  if (first === undefined || count === 0) return effects;
  return [
    ...effects,
    { kind: 'data-deleted', count, subject: first.subject, detail: 'data disks' },
  ];
}

/** Numbers of nodes of a pool, before and after. */
type Sizes = readonly [from: number, to: number];

const sizesOf = ({ after, before }: Change, ...path: readonly string[]): Sizes => [
  wholeNumber(valueAt(before, ...path)),
  wholeNumber(valueAt(after, ...path)),
];

const poolName = (change: Change) => objectName(change).split('/').at(-1) ?? '';

const resized = ([from, to]: Sizes, subject: string): readonly Effected[] => [
  { kind: 'nodes-added', count: Math.max(to - from, 0), subject },
  { kind: 'nodes-removed', count: Math.max(from - to, 0), subject },
];

const poolNodes = (change: Change, stack: readonly Change[]): readonly Effected[] => {
  const { after, before, effect } = change;
  const own = sizesOf(change, 'spec', 'replicas');
  const subject = `pool "${poolName(change)}"`;
  if (effect === 'created') return [{ kind: 'nodes-added', count: own[1], subject }];
  if (effect === 'deleted') return [{ kind: 'nodes-removed', count: own[0], subject }];
  if (effect === 'replaced') {
    return [{ kind: 'nodes-roll', count: own[0], subject, detail: 'all at once' }];
  }
  const rollout = rolloutOf(change, stack);
  const sizes = rollout === undefined ? own : reachedSizes(own, rollout);
  const templates = [before, after].map((one) => valueAt(one, 'spec', 'virtualMachineTemplate'));
  const [old, made] = templates.map((template) => generationOf(valueAt(template, 'metadata')));
  // Existing VMs keep what they were made with: without a new generation no VM is replaced.
  const isLeftAlone =
    isSame(...(templates as [unknown, unknown])) ||
    (old === made && valueAt(after, 'spec', 'updateStrategy', 'unmanaged') !== undefined);
  const atATime = wholeNumber(valueAt(after, 'spec', 'maxUnavailable')) || sizes[1];
  const effects: Effected[] = [
    ...resized(sizes, subject),
    {
      kind: old === made ? 'machines-restart' : 'nodes-roll',
      count: isLeftAlone ? 0 : Math.min(...sizes),
      subject,
      detail: `${atATime} at a time`,
    },
  ];
  return effects.filter(({ count }) => count > 0);
};

const machinePool = (change: Change, stack: readonly Change[]): readonly Effected[] =>
  withDataDisks(poolNodes(change, stack), poolMachine(change));

const poolMachine = ({ before }: Change) =>
  valueAt(before, 'spec', 'virtualMachineTemplate', 'spec');

const poolType = 'kubernetes:pool.kubevirt.io:VirtualMachinePool';
const rolloutType = 'strata:cluster:PoolRollout';

/**
 * Returns the sizes of a pool that its rollout knows. The state of the pool itself keeps its number
 * while a roll has not ended, and beyond. After an update that failed, the pool may have more nodes than
 * the rollout has seen.
 */
function reachedSizes([from]: Sizes, rollout: Change): Sizes {
  const [reached, to] = sizesOf(rollout, 'replicas');
  const hasFailed = rollout.before.repeats !== rollout.after.repeats;
  return [hasFailed ? Math.max(from, reached) : reached, to];
}

/** Returns the rollout of a pool, if it changes. */
function rolloutOf(pool: Change, stack: readonly Change[]): Change | undefined {
  return stack.find(
    ({ after, effect, type }) =>
      type === rolloutType && effect === 'updated' && after.pool === poolName(pool),
  );
}

/**
 * The rollout has the number of nodes that was reached last and the wanted one. The number of the pool
 * itself does not change while a roll has not ended: its rollout adds and removes nodes then. Where the
 * pool is already new because an earlier run was interrupted, nobody knows from a preview how many nodes
 * the rollout has left.
 */
const poolRollout = (change: Change, stack: readonly Change[]): readonly Effected[] => {
  const { after, before, effect } = change;
  if (effect !== 'updated') return [];
  const subject = `pool "${text(after.pool)}"`;
  const sizes = sizesOf(change, 'replicas');
  const pool = stack.find(
    (one) => withoutVersion(one.type) === poolType && poolName(one) === after.pool,
  );
  const isOver = before.generation === after.generation && before.repeats === after.repeats;
  // Nodes that are added have the new generation from the start.
  const left = isOver ? 0 : Math.min(...sizes);
  const effects: readonly Effected[] = [
    ...withDataDisks(resized(sizes, subject), pool && poolMachine(pool)),
    { kind: 'nodes-roll', count: left, subject, detail: 'at most' },
  ];
  return effects.filter(({ count }) => count > 0);
};

const machineNode = (change: Change): readonly Effected[] => {
  const { after, before, effect } = change;
  const role = valueAt(before, 'metadata', 'labels', labelKeys.role);
  const kind = role === 'control-plane' ? 'control-plane machine' : 'machine';
  const subject = `${kind} ${objectName(change)}`;
  if (effect === 'created') return [{ kind: 'nodes-added', count: 1, subject }];
  if (effect === 'deleted') return [{ kind: 'nodes-removed', count: 1, subject }];
  if (effect === 'replaced') return [{ kind: 'nodes-roll', count: 1, subject }];
  const [old, made] = [before, after].map((one) => valueAt(one, 'spec'));
  return isSame(old, made) ? [] : [{ kind: 'machines-restart', count: 1, subject }];
};

const machine = (change: Change): readonly Effected[] =>
  withDataDisks(machineNode(change), valueAt(change.before, 'spec'));

/** @see https://metallb.io/usage/#requesting-specific-ips */
const pinned = 'metallb.io/loadBalancerIPs';

function addressOf(inputs: unknown): string {
  if (valueAt(inputs, 'spec', 'type') !== 'LoadBalancer') return '';
  const stated = text(valueAt(inputs, 'metadata', 'annotations', pinned));
  const wanted = stated === '' ? text(valueAt(inputs, 'spec', 'loadBalancerIP')) : stated;
  return wanted
    .split(',')
    .map((address) => address.trim())
    .join(', ');
}

const service = (change: Change): readonly Effected[] => {
  const { after, before, effect } = change;
  const wasPublic = valueAt(before, 'spec', 'type') === 'LoadBalancer';
  if (!wasPublic || effect === 'created') return [];
  const [old, made] = [addressOf(before), effect === 'deleted' ? '' : addressOf(after)];
  const isPublic = effect !== 'deleted' && valueAt(after, 'spec', 'type') === 'LoadBalancer';
  const keeps = old === made && isPublic && !(effect === 'replaced' && old === '');
  if (keeps) return [];
  const from = old === '' ? 'what MetalLB chose' : old;
  const to = isPublic ? made || 'what MetalLB chooses' : "nobody's";
  const subject = `Service ${objectName(change)}`;
  return [{ kind: 'address-changes', count: 1, subject, detail: `${from} becomes ${to}` }];
};

/** Services lose an address that their pool does not give them any more. */
const addressPool = (change: Change): readonly Effected[] => {
  const loss = poolLoss(change);
  if (loss === undefined) return [];
  const subject = `pool of addresses ${objectName(change)}`;
  return [{ kind: 'address-changes', subject, ...loss }];
};

/** Deletes everything in it, even if a replacement is made. */
const gone =
  (what: string, detail: (change: Change) => string | undefined = () => undefined) =>
  (change: Change, stack: readonly Change[]): readonly Effected[] => {
    if (!isDeleted(change) || (change.isRetained && !goesWithNamespace(change, stack))) return [];
    const more = detail(change);
    const subject = `${what} ${objectName(change)}`;
    return [{ kind: 'data-deleted', count: 1, subject, ...(more && { detail: more }) }];
  };

const size = (...path: readonly string[]) => {
  return ({ before }: Change) => {
    const storage = text(valueAt(before, 'spec', ...path, 'resources', 'requests', 'storage'));
    return storage === '' ? undefined : storage;
  };
};

const cleanup = (change: Change): readonly Effected[] =>
  !isDeleted(change) || change.isRetained || change.before.volumes !== 'delete'
    ? []
    : [
        {
          kind: 'data-deleted',
          count: 1,
          subject: 'every volume of the cluster',
          detail: 'deletion.volumes: delete',
        },
      ];

const kubevirtGuide = 'https://kubevirt.io/user-guide/user_workloads/pool/';

/** All types whose changes affect people; changes of other types have no consequence. */
export const resourceEffects: readonly ResourceEffect[] = [
  {
    type: poolType,
    effectOf: machinePool,
    source: kubevirtGuide,
  },
  {
    type: 'kubernetes:kubevirt.io:VirtualMachine',
    effectOf: machine,
    source: 'https://kubevirt.io/user-guide/user_workloads/vm_rollout_strategies/',
  },
  {
    type: rolloutType,
    effectOf: poolRollout,
    source: 'docs/decisions/0030-taking-a-roll-back.md',
    isFallback: true,
  },
  {
    type: 'kubernetes:core:Service',
    effectOf: service,
    source: 'https://metallb.io/usage/#requesting-specific-ips',
  },
  {
    type: 'kubernetes:metallb.io:IPAddressPool',
    effectOf: addressPool,
    source: 'https://metallb.io/configuration/',
  },
  {
    type: 'kubernetes:cdi.kubevirt.io:DataVolume',
    effectOf: gone('DataVolume', size('storage')),
    source: 'https://kubevirt.io/user-guide/storage/disks_and_volumes/#datavolume',
  },
  {
    type: 'kubernetes:core:PersistentVolumeClaim',
    effectOf: gone('PersistentVolumeClaim', size()),
    source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming',
  },
  {
    type: namespaceType,
    effectOf: gone('Namespace', () => 'and everything in it'),
    source: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
  },
  {
    type: 'kubernetes:apiextensions.k8s.io:CustomResourceDefinition',
    effectOf: gone('CustomResourceDefinition', () => 'and every object of the kind'),
    source:
      'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#delete-a-customresourcedefinition',
  },
  ...['ClusterRoleBinding', 'RoleBinding'].map((kind) => ({
    type: `kubernetes:rbac.authorization.k8s.io:${kind}`,
    effectOf: peopleRights,
    source: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-subjects',
  })),
  {
    type: 'strata:cluster:TenantCleanup',
    effectOf: cleanup,
    source: 'docs/user-clusters.md',
  },
];
