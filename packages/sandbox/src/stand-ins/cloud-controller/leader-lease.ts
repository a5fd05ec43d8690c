// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, type ApiClient } from '../api-client.ts';
import { Fatal } from '../fatal.ts';
import { messageOf, type Log } from '../log.ts';
import type { KubeObject } from '../objects.ts';

interface Lease extends KubeObject {
  readonly spec: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

export interface LeaderLeaseOptions {
  readonly client: ApiClient;
  readonly namespace: string;
  readonly name: string;
  /** All in milliseconds. */
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  readonly log: Log;
}

/**
 * One lease for all replicas: who does not hold it waits. It is not given back at the end, as
 * upstream, so a new pod waits until the old one's time is over.
 */
export class LeaderLease {
  private readonly options: LeaderLeaseOptions;
  private readonly identity = `${hostname()}_${randomUUID()}`;
  private readonly stopping = new AbortController();
  /** The lease as somebody else last wrote it, and when that was seen. */
  private seen: { readonly version: string; readonly at: number } | undefined;

  constructor(options: LeaderLeaseOptions) {
    this.options = options;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Waits until this process leads; false when it was stopped before. */
  async acquire(): Promise<boolean> {
    const { namespace, name, log } = this.options;
    log.info(`attempting to acquire leader lease ${namespace}/${name}...`);
    while (!(await this.tryOnce())) await this.pause();
    if (this.stopping.signal.aborted) return false;
    log.info(`successfully acquired lease ${namespace}/${name}`);
    return true;
  }

  /**
   * Keeps the lease until it is stopped.
   *
   * @throws Fatal when it could not be renewed in time.
   */
  async keep(): Promise<void> {
    let renewed = Date.now();
    while (!this.stopping.signal.aborted) {
      await this.pause();
      if (await this.tryOnce()) renewed = Date.now();
      else if (Date.now() - renewed > this.options.renewDeadline) {
        throw new Fatal('leaderelection lost');
      }
    }
  }

  private async pause(): Promise<void> {
    const { signal } = this.stopping;
    await sleep(this.options.retryPeriod, undefined, { signal }).catch(() => undefined);
  }

  private async tryOnce(): Promise<boolean> {
    if (this.stopping.signal.aborted) return true;
    try {
      return await this.write();
    } catch (error) {
      // Somebody else was faster: not worth a line.
      if (!isConflict(error)) {
        this.options.log.error(`error retrieving resource lock: ${messageOf(error)}`);
      }
      return false;
    }
  }

  private async write(): Promise<boolean> {
    const { client, namespace, name, leaseDuration } = this.options;
    const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const now = new Date().toISOString().replace('Z', '000Z');
    const own = {
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.ceil(leaseDuration / 1_000),
      renewTime: now,
    };
    const lease = await client.find<Lease>(`${collection}/${name}`);
    if (lease === undefined) {
      await client.create(collection, {
        ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace } },
        spec: { ...own, acquireTime: now, leaseTransitions: 0 },
      });
      return true;
    }
    const { holderIdentity = '', leaseTransitions = 0, acquireTime } = lease.spec;
    const isOwn = holderIdentity === this.identity;
    if (!isOwn && holderIdentity !== '' && this.isAlive(lease)) return false;
    const spec = isOwn
      ? { ...own, acquireTime, leaseTransitions }
      : { ...own, acquireTime: now, leaseTransitions: leaseTransitions + 1 };
    await client.replace(`${collection}/${name}`, { ...lease, spec });
    return true;
  }

  /** Judged by this process's own clock alone, as client-go does. */
  private isAlive({ metadata }: Lease): boolean {
    const version = metadata.resourceVersion ?? '';
    if (this.seen?.version !== version) this.seen = { version, at: Date.now() };
    return Date.now() - this.seen.at < this.options.leaseDuration;
  }
}
