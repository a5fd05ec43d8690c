// SPDX-License-Identifier: Apache-2.0
import type { TestCluster } from '@strata/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VolumesQuestion } from '../volumes/command-line.ts';
import { restoreVolumes } from '../volumes/restore-volumes.ts';
import { PlayedVolumes } from './played-volumes.ts';

/** Paths of the infra cluster. */
export const paths = {
  snapshots: '/apis/snapshot.storage.k8s.io/v1/namespaces/cluster-shop/volumesnapshots',
  volumes: '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-shop/datavolumes',
  claims: '/api/v1/namespaces/cluster-shop/persistentvolumeclaims',
} as const;

/** Restores of volumes of the user cluster `shop`, which is played; each of them begins at 7 ms. */
export class RestoreGround implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'restore-volumes-'));
  readonly played = new PlayedVolumes();
  printed: string[] = [];
  /** Called with each step. */
  whenTold: (step: string) => void = () => undefined;
  #server: TestCluster | undefined;

  static async start(): Promise<RestoreGround> {
    const ground = new RestoreGround();
    ground.#server = await ground.played.start();
    writeFileSync(join(ground.folder, 'kubeconfig'), ground.#server.kubeconfig);
    return ground;
  }

  run(question: Partial<VolumesQuestion> = {}, isConfirmed = true): Promise<number> {
    const file = join(this.folder, 'kubeconfig');
    return restoreVolumes(
      {
        environment: 'prod',
        cluster: 'shop',
        infraFile: file,
        clusterFile: file,
        isPreview: false,
        isBlock: false,
        isDiscarded: false,
        isConfirmed,
        ...question,
      },
      {
        env: {},
        signal: new AbortController().signal,
        tell: (step) => this.whenTold(step),
        print: (text) => this.printed.push(...text.split('\n')),
        confirm: () => Promise.resolve(false),
        pause: 1,
        now: () => 7,
      },
    );
  }

  /** Adds a volume whose claim is gone, and a class for a new one. */
  addGone(): void {
    this.played.add('pvc-gone', 'old', false);
    this.played.objects['/api/v1/namespaces/shop'] = {};
    this.played.lists['/apis/storage.k8s.io/v1/storageclasses']?.push({
      metadata: { name: 'kubevirt' },
      provisioner: 'csi.kubevirt.io',
      parameters: {
        infraStorageClassName: 'fast',
        bus: 'scsi',
        'csi.storage.k8s.io/fstype': 'xfs',
      },
      reclaimPolicy: 'Delete',
    });
  }

  /** Ends the next restore as a signal does, at a step. */
  killAt(step: string): void {
    this.whenTold = (told) => {
      if (told === step) throw new Error(`killed at ${step}`);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true });
  }
}
