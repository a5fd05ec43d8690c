// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from './api-client.ts';
import { messageOf, type Log } from './log.ts';
import type { Reference } from './objects.ts';

interface Recorded {
  readonly path: string;
  count: number;
}

/** So many different events are remembered for counting. */
const remembered = 500;

/** Writes events, and counts those that repeat themselves; a failure to write one stops nothing. */
export class EventRecorder {
  private readonly client: ApiClient;
  private readonly component: string;
  private readonly log: Log;
  private readonly known = new Map<string, Recorded>();

  /** @param component - Who speaks, for example `service-controller`. */
  constructor(client: ApiClient, component: string, log: Log) {
    this.client = client;
    this.component = component;
    this.log = log;
  }

  async record(
    about: Reference,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): Promise<void> {
    try {
      await this.write(about, type, reason, message);
    } catch (error) {
      this.log.warning(`event ${reason} of ${about.kind} ${about.name}: ${messageOf(error)}`);
    }
  }

  private async write(
    about: Reference,
    type: string,
    reason: string,
    message: string,
  ): Promise<void> {
    const key = [about.uid, reason, message].join('\n');
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const before = this.known.get(key);
    if (before !== undefined) {
      before.count += 1;
      await this.client.patch(before.path, { count: before.count, lastTimestamp: now });
      return;
    }
    const namespace = about.namespace ?? 'default';
    const collection = `/api/v1/namespaces/${namespace}/events`;
    const name = `${about.name}.${process.hrtime.bigint().toString(16)}`;
    await this.client.create(collection, {
      ...{ apiVersion: 'v1', kind: 'Event', metadata: { name, namespace } },
      ...{ involvedObject: about, reason, message, type },
      ...{ source: { component: this.component }, reportingComponent: this.component },
      ...{ firstTimestamp: now, lastTimestamp: now, count: 1 },
    });
    if (this.known.size >= remembered) this.known.clear();
    this.known.set(key, { path: `${collection}/${name}`, count: 1 });
  }
}
