// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '../api-client.ts';
import type { Log } from '../log.ts';
import { ObjectCache, type ChangeHandler } from '../object-cache.ts';
import {
  paths,
  type Attachment,
  type Claim,
  type StorageClass,
  type Volume,
} from './storage-objects.ts';

type Listeners<T> = ChangeHandler<T>[];

/** Live copies of the tenant's storage objects, shared by all that the sidecars do. */
export class TenantStorage {
  readonly client: ApiClient;
  readonly claims: ObjectCache<Claim>;
  readonly volumes: ObjectCache<Volume>;
  readonly classes: ObjectCache<StorageClass>;
  readonly attachments: ObjectCache<Attachment>;
  private readonly onClaim: Listeners<Claim> = [];
  private readonly onVolume: Listeners<Volume> = [];
  private readonly onClass: Listeners<StorageClass> = [];
  private readonly onAttachment: Listeners<Attachment> = [];

  constructor(client: ApiClient, log: Log) {
    this.client = client;
    this.claims = new ObjectCache(client, paths.claims, log, tellAll(this.onClaim));
    this.volumes = new ObjectCache(client, paths.volumes, log, tellAll(this.onVolume));
    this.classes = new ObjectCache(client, paths.storageClasses, log, tellAll(this.onClass));
    this.attachments = new ObjectCache(client, paths.attachments, log, tellAll(this.onAttachment));
  }

  /** Calls back after each change, of what was there before `start` too. */
  listen(handlers: {
    readonly claim?: ChangeHandler<Claim>;
    readonly volume?: ChangeHandler<Volume>;
    readonly storageClass?: ChangeHandler<StorageClass>;
    readonly attachment?: ChangeHandler<Attachment>;
  }): void {
    if (handlers.claim !== undefined) this.onClaim.push(handlers.claim);
    if (handlers.volume !== undefined) this.onVolume.push(handlers.volume);
    if (handlers.storageClass !== undefined) this.onClass.push(handlers.storageClass);
    if (handlers.attachment !== undefined) this.onAttachment.push(handlers.attachment);
  }

  /** Settles once everything is known: nothing is done on half the picture. */
  get ready(): Promise<unknown> {
    return Promise.all(this.caches().map((cache) => cache.ready));
  }

  start(): void {
    for (const cache of this.caches()) cache.start();
  }

  stop(): void {
    for (const cache of this.caches()) cache.stop();
  }

  private caches(): readonly { ready: Promise<void>; start(): unknown; stop(): void }[] {
    return [this.claims, this.volumes, this.classes, this.attachments];
  }
}

function tellAll<T>(listeners: Listeners<T>): ChangeHandler<T> {
  return (now, before) => {
    for (const listener of listeners) listener(now, before);
  };
}
