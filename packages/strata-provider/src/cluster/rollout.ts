// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { ApiError } from '@strata/cluster-client';
import type { Work } from '../lifecycle/index.ts';
import { machineProblem, machinesOf, type Machine } from './machines.ts';
import { NodeDrain } from './node-drain.ts';
import { isReadyNode, nodeProblem, readNodes, uncordonDrained, type ClusterNode } from './nodes.ts';
import type { Look } from './patience.ts';
import {
  generationOf,
  isRollingPool,
  noteRolling,
  readPool,
  resizePool,
  surgeOf,
  type Pool,
  type PoolName,
} from './pool.ts';
import { ReplacedMachines } from './replaced-machines.ts';
import { rolloutMachine } from './rollout-machine.ts';
import {
  nextStep,
  type RolloutGoal,
  type RolloutMachine,
  type RolloutStep,
} from './rollout-step.ts';
import { describeRollout } from './rollout-words.ts';
import { RoomWatch } from './room-watch.ts';

/** Inputs of a rollout: the pool, its wanted generation and the limits. */
export interface RolloutWish extends RolloutGoal, PoolName {
  readonly generation: string;
  readonly minReadySeconds: number;
  readonly drainSeconds: number;
}

/** Clients of the two clusters that a pool belongs to. */
export interface RolloutApis {
  /** Client of the infra cluster, which runs the machines. */
  readonly infra: ApiClient;
  /** Client of the cluster that the machines are nodes of; undefined when machines drain themselves at shutdown. */
  readonly cluster: ApiClient | undefined;
}

/**
 * Carries out the rollout of one pool, one step for each check. It reads its position from the
 * clusters before each step ({@link nextStep}), so it can be interrupted at any moment and continue in
 * another run. Pools that KubeVirt updates itself, and VMs without a pool, are only watched.
 */
export class Rollout {
  private readonly apis: RolloutApis;
  private readonly wish: RolloutWish;
  private readonly work: Work;
  private readonly drain: NodeDrain | undefined;
  private readonly inTurn = new Set<string>();
  private readonly replaced: ReplacedMachines;
  /** Time in milliseconds at which a machine was first seen Ready, by the uid of its VMI. */
  private readonly readySince = new Map<string, number>();
  private readonly room: RoomWatch;
  /** Uids of the VMIs that existed at the first check of this run. */
  private found: ReadonlySet<string | undefined> | undefined;
  private isRolling = false;
  /** Whether a node was Ready in this run, so that the cluster has a pod network. */
  private hasNetwork = false;

  constructor(apis: RolloutApis, wish: RolloutWish, work: Work) {
    this.apis = apis;
    this.wish = wish;
    this.work = work;
    this.room = new RoomWatch(wish, work);
    this.replaced = new ReplacedMachines(apis.cluster, work);
    this.drain = apis.cluster && new NodeDrain(apis.cluster, work, wish.drainSeconds);
  }

  /** Whether machines of another generation, or surge machines, are left that the rollout must replace or remove. */
  get hasOldMachines(): boolean {
    return this.isRolling;
  }

  /**
   * Checks the pool and does the next step.
   *
   * @throws ApiError when a request fails; after a passing one the next check continues.
   */
  async look(): Promise<Look<readonly string[]>> {
    const { infra } = this.apis;
    const { maxUnavailable, replicas } = this.wish;
    const machines = await machinesOf(infra, this.wish);
    this.found ??= new Set(machines.map(({ vmi }) => vmi?.metadata.uid));
    const isComplete =
      machines.length === replicas && machines.every((one) => this.problemOf(one) === undefined);
    const pool = await readPool(infra, this.wish);
    const size = pool?.spec?.replicas;
    if (pool?.spec?.updateStrategy?.unmanaged === undefined || size === undefined) {
      return isComplete ? this.finish(machines, pool) : this.waitingFor(machines, pool, []);
    }
    const { generation } = this.wish;
    const makes = generationOf(pool);
    if (makes !== undefined && makes !== generation) {
      // The pool would create machines of that generation again and again.
      throw new Error(
        `pool ${this.wish.pool} creates machines of generation ${makes} instead of ${generation}: the ` +
          'update that changed the pool was interrupted before Pulumi had saved that, or somebody ' +
          'else changed the pool. Run pulumi up again with --refresh',
      );
    }
    const seen = machines.map((machine) => rolloutMachine(machine, generation));
    this.isRolling = seen.some(({ stage }) => stage === 'old') || surgeOf(pool) > 0;
    for (const name of await this.replaced.forgetNodes(machines)) this.inTurn.delete(name);
    // The mark is still there when the last replaced machine has to become Ready.
    const nodes = await this.nodesWhile(this.isRolling || isRollingPool(pool) || size > replicas);
    const states = seen.map((one, index) => this.withNode(one, machines[index], nodes));
    await this.takeBackTurns(states, nodes ?? new Map());
    this.room.look(pool, machines, states);
    const facts = { machines: states, size, surged: surgeOf(pool), inTurn: this.inTurn };
    const step = nextStep(this.wish, { ...facts, isFull: this.room.full !== undefined });
    if (step.kind === 'done') return this.finish(machines, pool);
    if (step.kind === 'blocked') {
      throw new Error(
        `pool ${this.wish.pool} stays as it is: maxUnavailable is ${maxUnavailable}, ` +
          (this.room.full === undefined
            ? 'and too few of its machines are ready. See what they lack'
            : `and there is no room for another machine: ${this.room.full}. Make room for it, in the quota or on the hosts, or let maxUnavailable be 1`),
      );
    }
    if (step.kind !== 'wait' && !isRollingPool(pool)) await noteRolling(infra, this.wish, true);
    const said = await this.take(step, machines, nodes ?? new Map());
    return this.waitingFor(machines, pool, said, states);
  }

  /** Does one step; returns what the machines of the step wait for. */
  private async take(
    step: RolloutStep,
    machines: readonly Machine[],
    nodes: ReadonlyMap<string, ClusterNode>,
  ): Promise<readonly string[]> {
    const { infra } = this.apis;
    if (step.kind === 'resize') {
      await resizePool(infra, this.wish, step);
      return [];
    }
    if (step.kind !== 'retire') return [];
    const waits: string[] = [];
    for (const { name } of step.machines) {
      const machine = machines.find(({ vm }) => vm.metadata.name === name);
      if (machine === undefined) continue;
      this.inTurn.add(name);
      const wait = await this.drain?.step(machine);
      if (wait !== undefined) {
        waits.push(`${name} ${wait}`);
        continue;
      }
      if (step.resize !== undefined) continue;
      const { namespace } = this.wish;
      const path = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}`;
      // Before the request: it may be carried out without an answer.
      this.replaced.add(machine, nodes);
      await infra.delete(path, machine.vm.metadata.uid);
    }
    if (waits.length === 0 && step.resize !== undefined) {
      const names = new Set(step.machines.map(({ name }) => name));
      for (const one of machines)
        if (names.has(one.vm.metadata.name)) this.replaced.add(one, nodes);
      await resizePool(infra, this.wish, step.resize);
    }
    return waits;
  }

  /**
   * Uncordons machines that an earlier run had cordoned and that now stay, so that they can take the
   * pods of the machines that are replaced next.
   */
  private async takeBackTurns(
    states: readonly RolloutMachine[],
    nodes: ReadonlyMap<string, ClusterNode>,
  ): Promise<void> {
    const { cluster } = this.apis;
    const { replicas } = this.wish;
    const staying = states.filter(
      ({ name, ordinal, stage }) => stage === 'new' && ordinal < replicas && !this.inTurn.has(name),
    );
    const names = staying.map(({ name }) => name);
    if (cluster !== undefined) await uncordonDrained(cluster, nodes, names);
  }

  /**
   * Ends the rollout: uncordons machines that stay, then removes the mark of a rollout from the pool.
   * The mark stays when the nodes cannot be read or uncordoned.
   */
  private async finish(
    machines: readonly Machine[],
    pool: Pool | undefined,
  ): Promise<Look<readonly string[]>> {
    const names = machines.map(({ vm }) => vm.metadata.name);
    const { cluster, infra } = this.apis;
    try {
      if (cluster !== undefined) await uncordonDrained(cluster, await readNodes(cluster), names);
    } catch (error) {
      // Passing errors are retried; a missing right does not fail the rollout.
      if (!(error instanceof ApiError) || error.isPassing) throw error;
      this.work.info(`could not check whether nodes are still cordoned: ${error.message}`);
      return { done: names };
    }
    if (pool !== undefined && isRollingPool(pool)) await noteRolling(infra, this.wish, false);
    return { done: names };
  }

  /** Returns all nodes by name; undefined while nothing changes, or where machines drain themselves. */
  private async nodesWhile(
    isChanging: boolean,
  ): Promise<ReadonlyMap<string, ClusterNode> | undefined> {
    const { cluster } = this.apis;
    if (!isChanging || cluster === undefined) return undefined;
    const nodes = await readNodes(cluster);
    this.hasNetwork ||= [...nodes.values()].some(isReadyNode);
    return nodes;
  }

  /**
   * Returns the state of a machine, in which a machine of the wanted generation is `new` only when its
   * node is Ready, because a kubelet answers before pods have a network. Until a node of the cluster
   * has been Ready in this run, the cluster has no pod network yet, and nodes are not checked.
   */
  private withNode(
    state: RolloutMachine,
    machine: Machine | undefined,
    nodes: ReadonlyMap<string, ClusterNode> | undefined,
  ): RolloutMachine {
    if (state.stage !== 'new' || machine === undefined) return state;
    const isChecked = nodes !== undefined && this.hasNetwork;
    const problem = isChecked ? nodeProblem(nodes.get(state.name)) : undefined;
    if (problem === undefined && this.hasBeenReady(machine)) return state;
    return { ...state, stage: 'coming', problem };
  }

  private hasBeenReady({ vmi }: Machine): boolean {
    const { minReadySeconds } = this.wish;
    const now = this.work.clock.now().getTime();
    const ready = vmi?.status?.conditions?.find(({ type }) => type === 'Ready');
    const said = Date.parse(ready?.lastTransitionTime ?? '');
    const uid = vmi?.metadata.uid ?? '';
    const first = this.readySince.get(uid) ?? now;
    this.readySince.set(uid, first);
    // The two clocks may differ: for a VMI made in this run, only the own clock counts.
    const isTold = this.found?.has(uid) === true && !Number.isNaN(said);
    const since = isTold ? Math.min(first, said) : first;
    return now - since >= minReadySeconds * 1_000;
  }

  private problemOf(machine: Machine): string | undefined {
    const problem = machineProblem(machine, this.wish.generation);
    if (problem !== undefined) return problem;
    return this.hasBeenReady(machine) ? undefined : 'is Ready, and must be for a while';
  }

  private waitingFor(
    machines: readonly Machine[],
    pool: Pool | undefined,
    turns: readonly string[],
    states: readonly RolloutMachine[] = [],
  ): Look<never> {
    const { pool: title, replicas } = this.wish;
    const told = machines.map((machine) => {
      const { name } = machine.vm.metadata;
      const state = states.find((one) => one.name === name);
      return [name, this.problemOf(machine) ?? state?.problem] as const;
    });
    const position = { title, replicas, pool, isRolling: this.isRolling, states, turns };
    return describeRollout({ ...position, machines: told });
  }
}
