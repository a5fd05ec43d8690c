// SPDX-License-Identifier: Apache-2.0
import type { Access, ApiClient } from '@strata/cluster-client';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onChange } from '../console.ts';
import { closeServer, serveHealth, serveKubelet } from './health.ts';
import { NodeIdentity } from './identity.ts';
import { kubeletClient } from './kubelet-client.ts';
import type { KubeletMachine } from './kubelet-machine.ts';
import { NodeAgent } from './node-agent.ts';
import type { NodeFacts } from './node-object.ts';
import { PodAgent } from './pod-agent.ts';
import { readSettings, type KubeletSettings } from './settings.ts';

/** Milliseconds between two tries. */
const retryDelay = 1_000;

/**
 * Milliseconds between two heartbeats.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/ nodeStatusUpdateFrequency
 */
const reportInterval = 10_000;

/** Milliseconds between two looks for changes that must not wait for the next heartbeat. */
const changeInterval = 1_000;

/** One run of the kubelet, from a start of its unit to the next. */
export class KubeletRun {
  private readonly machine: KubeletMachine;
  private readonly ended = new AbortController();
  private readonly complain: (line: string | undefined) => void;
  private node: NodeAgent | undefined;
  private pods: PodAgent | undefined;
  private settings: KubeletSettings | undefined;
  private shuttingDown = false;
  private done: Promise<void> = Promise.resolve();

  constructor(machine: KubeletMachine) {
    this.machine = machine;
    this.complain = onChange(machine.tell);
  }

  start(): void {
    this.done = this.run().catch((error: unknown) => {
      if (!this.ended.signal.aborted) this.machine.tell(`ended: ${String(error)}`);
    });
  }

  /** Stops the kubelet; its static pods continue to run. */
  async stop(): Promise<void> {
    this.ended.abort();
    this.machine.staticPods.leave();
    await this.done;
  }

  /**
   * Plays graceful node shutdown: reports the node as not ready, ends its pods, then stops its own
   * work and the static pods.
   *
   * @see https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/
   */
  async shutDown(): Promise<void> {
    const grace = this.settings?.shutdownGracePeriod ?? 0;
    if (grace > 0 && this.node !== undefined) {
      this.machine.tell('Shutdown manager detected new shutdown event');
      this.shuttingDown = true;
      const report = Promise.all([this.node.report(), this.pods?.reconcile()]);
      await Promise.race([
        report.catch((error: unknown) => this.complain((error as Error).message)),
        sleep(grace, undefined, { ref: false }),
      ]);
    }
    await this.stop();
    await this.machine.staticPods.stopAll();
  }

  private async run(): Promise<void> {
    const { signal } = this.ended;
    const { root, staticPods, tell } = this.machine;
    const settings = await this.untilRead();
    this.settings = settings;
    tell(`starts, v${this.machine.version()}, node ${settings.nodeName}`);
    const { healthzPort } = settings;
    const health = healthzPort === 0 ? undefined : await serveHealth(healthzPort);
    if (settings.staticPodPath !== undefined) staticPods.follow(settings.staticPodPath);
    const identity = new NodeIdentity(root, settings.nodeName, tell);
    let api: Server | undefined;
    const ended = () => signal.aborted;
    try {
      while (!ended()) {
        try {
          const access = await identity.obtain(signal);
          await this.asNode(settings, access, identity, async () => {
            api ??= await serveKubelet(root, settings);
          });
        } catch (error) {
          if (ended()) break;
          this.complain((error as Error).message);
          await sleep(retryDelay, undefined, { signal }).catch(() => undefined);
        }
      }
    } finally {
      await Promise.all([closeServer(health), closeServer(api)]);
    }
  }

  /**
   * Reads the settings, and tries again until it can: kubeadm writes them later, and until then a
   * real kubelet exits and is restarted.
   */
  private async untilRead(): Promise<KubeletSettings> {
    const { root, boot, tell } = this.machine;
    for (;;) {
      try {
        const reader = boot.binaries.kubelet[this.machine.version()];
        return readSettings({ root, hostName: boot.name, reader, warn: tell });
      } catch (error) {
        this.complain((error as Error).message);
      }
      await sleep(retryDelay, undefined, { signal: this.ended.signal });
    }
  }

  /** Acts as the node with these credentials, until they are replaced. */
  private async asNode(
    settings: KubeletSettings,
    access: Access,
    identity: NodeIdentity,
    onRegistered: () => Promise<void>,
  ): Promise<void> {
    const { tell } = this.machine;
    const renewal = new AbortController();
    const signal = AbortSignal.any([this.ended.signal, renewal.signal]);
    const api = kubeletClient(access);
    const node = new NodeAgent(api, () => this.facts(settings));
    const isNew = await node.register();
    this.node = node;
    tell(isNew ? `registered node ${settings.nodeName}` : `node ${settings.nodeName} is known`);
    this.complain(undefined);
    await onRegistered();
    const pods = this.podAgent(settings, api, signal);
    this.pods = pods;
    const following = pods.run();
    try {
      while (!signal.aborted) {
        await this.signOfLife(node, pods, signal);
        if (await identity.renew(access, signal)) renewal.abort();
      }
    } finally {
      renewal.abort();
      await following;
      api.close();
    }
  }

  /**
   * Renews the lease and reports the status; returns at the next heartbeat, or as soon as something
   * changes.
   */
  private async signOfLife(node: NodeAgent, pods: PodAgent, signal: AbortSignal): Promise<void> {
    const next = Date.now() + reportInterval;
    const state = () => JSON.stringify([this.machine.networkReady(), pods.volumesInUse]);
    try {
      await node.renewLease();
      await node.report();
      await node.registerDrivers(pods.drivers);
      this.complain(undefined);
    } catch (error) {
      if (!signal.aborted) this.complain((error as Error).message);
    }
    const before = state();
    const drivers = pods.drivers.length;
    while (Date.now() < next && !signal.aborted) {
      await sleep(changeInterval, undefined, { signal }).catch(() => undefined);
      const needsRange = node.node?.spec?.podCIDR === undefined;
      if (needsRange || state() !== before || pods.drivers.length !== drivers) return;
    }
  }

  private podAgent(settings: KubeletSettings, api: ApiClient, signal: AbortSignal): PodAgent {
    const { machine } = this;
    return new PodAgent({
      api,
      signal,
      nodeName: settings.nodeName,
      tell: machine.tell,
      nodeAddress: settings.nodeIp ?? machine.boot.address,
      node: () => this.node?.node,
      disks: machine.disks,
      programs: machine.programs,
      staticPods: () => machine.staticPods.states,
      networkReady: () => machine.networkReady(),
      installNetwork: (pod) => machine.installNetwork(pod),
      shuttingDown: () => this.shuttingDown,
    });
  }

  private facts(settings: KubeletSettings): NodeFacts {
    const { boot, bootId } = this.machine;
    return {
      boot,
      settings,
      bootId,
      shuttingDown: this.shuttingDown,
      version: this.machine.version(),
      networkReady: this.machine.networkReady(),
      volumesInUse: this.pods?.volumesInUse ?? [],
      now: new Date(),
    };
  }
}
