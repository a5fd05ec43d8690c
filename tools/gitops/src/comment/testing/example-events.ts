// SPDX-License-Identifier: Apache-2.0
import { engineEvent } from '../../run/engine-event.ts';
import type { EngineEvent } from '../../run/engine-event.ts';

type Inputs = Readonly<Record<string, unknown>>;

/**
 * Change of one resource in the full previews of an example pull request, which enlarges a pool and
 * updates Kubernetes.
 */
interface Step {
  readonly op: string;
  readonly type: string;
  readonly name: string;
  readonly before: Inputs;
  readonly after: Inputs;
}

const userCluster = 'strata:user-cluster:UserCluster';

function event(stack: string, { after, before, name, op, type }: Step): EngineEvent {
  const urn = `urn:pulumi:${stack}::user-cluster::${userCluster}$${type}::${name}`;
  const state = (inputs: Inputs) => ({ type, inputs });
  return engineEvent.parse({
    resourcePreEvent: { metadata: { op, type, urn, old: state(before), new: state(after) } },
  });
}

interface Machines {
  readonly name: string;
  readonly namespace: string;
  readonly generation: string;
  readonly instancetype: string;
  readonly image?: string;
}

const labelsOf = ({ generation, name }: Machines, role: string) => ({
  'cluster.x-k8s.io/role': role,
  'strata.dev/generation': generation,
  'strata.dev/pool': name,
});

function template(machines: Machines, role: string): Inputs {
  const { generation, instancetype, name } = machines;
  return {
    metadata: { labels: labelsOf(machines, role) },
    spec: {
      dataVolumeTemplates: [{ metadata: { name: `${name}-root-${generation}` } }],
      instancetype: { kind: 'VirtualMachineClusterInstancetype', name: instancetype },
      runStrategy: 'Always',
      template: { spec: { volumes: [{ name: 'userdata', secret: `${name}-${generation}` }] } },
    },
  };
}

const pool = (machines: Machines, replicas: number): Inputs => ({
  metadata: { name: machines.name, namespace: machines.namespace },
  spec: { maxUnavailable: 1, replicas, virtualMachineTemplate: template(machines, 'worker') },
});

const rollout = ({ generation, name, namespace }: Machines, replicas: number): Inputs => ({
  namespace,
  pool: name,
  replicas,
  generation,
  timeoutSeconds: 3600,
});

const userData = ({ generation, name, namespace }: Machines): Inputs => ({
  metadata: { name: `${name}-userdata-${generation}`, namespace },
  stringData: '[secret]',
});

const controlPlane = (machines: Machines): Inputs => {
  const labels = labelsOf(machines, 'control-plane');
  const { spec } = template(machines, 'control-plane');
  return { metadata: { name: 'cp-0', namespace: machines.namespace, labels }, spec };
};

const secretType = 'kubernetes:core/v1:Secret';
const poolType = 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool';
const machineType = 'kubernetes:kubevirt.io/v1:VirtualMachine';

type Pair<T> = readonly [before: T, after: T];

/** The steps by which a pool becomes another one. */
function poolSteps([before, after]: Pair<Machines>, [from, to]: Pair<number>): Step[] {
  const name = `shop-nodes-pool-${before.name}`;
  return [
    {
      op: 'replace',
      type: secretType,
      name: `${name}-userdata-secret`,
      before: userData(before),
      after: userData(after),
    },
    {
      op: 'update',
      type: poolType,
      name: `${name}-machines`,
      before: pool(before, from),
      after: pool(after, to),
    },
    {
      op: 'update',
      type: 'strata:cluster:PoolRollout',
      name: `${name}-rollout`,
      before: rollout(before, from),
      after: rollout(after, to),
    },
  ];
}

const quota = (cpu: string, memory: string): Inputs => ({
  metadata: { name: 'limits', namespace: 'cluster-shop' },
  spec: { hard: { 'limits.cpu': cpu, 'requests.memory': memory } },
});

const namespace = 'cluster-shop';
const batch = { name: 'batch', namespace, generation: '3f1c9a02', instancetype: 'density-4' };
const web = { name: 'web', namespace, generation: '9b20e1d7', instancetype: 'standard-4' };
const cp = { name: 'cp', namespace, generation: '51d0aa3e', instancetype: 'standard-2' };

const steps: Readonly<Record<'production.shop' | 'staging.shop', readonly Step[]>> = {
  'production.shop': [
    ...poolSteps([batch, { ...batch, generation: 'c07be514', instancetype: 'standard-4' }], [2, 4]),
    {
      op: 'update',
      type: 'kubernetes:core/v1:ResourceQuota',
      name: 'shop-ground-quota',
      before: quota('92', '402Gi'),
      after: quota('100', '418Gi'),
    },
  ],
  'staging.shop': [
    {
      op: 'replace',
      type: machineType,
      name: 'shop-nodes-control-plane-cp-0',
      before: controlPlane(cp),
      after: controlPlane({ ...cp, generation: '0e94f6b1' }),
    },
    ...poolSteps([web, { ...web, generation: '7d2c8f40' }], [2, 2]),
  ],
};

/** The events of the full preview of a stack. */
export function exampleEvents(stack: keyof typeof steps): EngineEvent[] {
  return steps[stack].map((step) => event(stack, step));
}
