// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PodTokens } from '../kubernetes/pod-tokens.ts';
import { openImage } from '../hardware/disk-image.ts';
import { bytesOf } from '../hardware/storage-size.ts';
import { NotYetThere, type DataSource } from './environment.ts';
import { hasAsDevice, type Container, type Pod, type TokenSource } from './pod.ts';
import { readVolume, writeVolume, type VolumeFiles } from './volumes.ts';

/**
 * Folder of all pods' volumes. It is private to the rack, where /run is a file system in memory.
 */
const podsDir = '/run/strata/pods';

/** Where the contents of all pods' volumes come from. */
export interface VolumeSources {
  readonly api: ApiClient;
  readonly data: DataSource;
  readonly tokens: PodTokens;
  /** Folder with the contents of the persistent volumes. */
  readonly volumesDir: string;
}

interface Claim {
  readonly spec: { readonly volumeName?: string };
  readonly status?: { readonly capacity?: { readonly storage?: string } };
}

/** The volumes of one pod; each is a folder, or a file for one that the pod has as a device. */
export class PodVolumes {
  /** Folder that contains the folders of the volumes, which have the volumes' names. */
  readonly dir: string;
  private readonly sources: VolumeSources;
  /** Content that was written last, by volume. */
  private readonly written = new Map<string, string>();

  constructor(uid: string, sources: VolumeSources) {
    this.dir = join(podsDir, uid);
    this.sources = sources;
  }

  /**
   * Creates the volumes, and updates those whose content has changed.
   *
   * @throws NotYetThere when something that they come from does not exist.
   */
  async write(pod: Pod): Promise<void> {
    for (const volume of pod.spec.volumes ?? []) {
      const dir = join(this.dir, volume.name);
      if (volume.persistentVolumeClaim !== undefined) {
        await this.attachClaim(pod, volume.name, volume.persistentVolumeClaim.claimName);
        continue;
      }
      const issue = (source: TokenSource) => this.sources.tokens.get(pod, source);
      const files = await readVolume(pod, volume, this.sources.data, issue);
      if (files === undefined) {
        mkdirSync(dir, { recursive: true });
        continue;
      }
      const content = fingerprint(files);
      if (this.written.get(volume.name) === content) continue;
      writeVolume(dir, files);
      this.written.set(volume.name, content);
    }
  }

  /** Creates the folders that containers mount below a volume that starts empty. */
  createSubPaths({ volumeMounts = [] }: Container): void {
    for (const { name, subPath } of volumeMounts) {
      if (subPath === undefined || this.written.has(name)) continue;
      mkdirSync(join(this.dir, name, subPath), { recursive: true });
    }
  }

  /** Removes the volumes; the content of persistent volumes stays. */
  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Attaches a persistent volume, whose content outlives the pod and the rack. */
  private async attachClaim(pod: Pod, name: string, claim: string): Promise<void> {
    const dir = join(this.dir, name);
    if (existsSync(dir)) return;
    const path = `/api/v1/namespaces/${pod.metadata.namespace ?? ''}/persistentvolumeclaims/${claim}`;
    const { spec, status } = await this.sources.api.request<Claim>('GET', path);
    if (spec.volumeName === undefined) throw new NotYetThere(`claim ${claim} is not bound yet`);
    const volume = join(this.sources.volumesDir, spec.volumeName);
    mkdirSync(volume, { recursive: true });
    mkdirSync(dirname(dir), { recursive: true });
    if (!hasAsDevice(pod, name)) {
      symlinkSync(volume, dir);
      return;
    }
    const size = bytesOf(status?.capacity?.storage ?? '0');
    try {
      symlinkSync(await openImage(volume, size), dir);
    } catch (error) {
      throw new NotYetThere(`claim ${claim} is no device yet: ${(error as Error).message}`);
    }
  }
}

function fingerprint(files: VolumeFiles): string {
  return JSON.stringify([...files].map(([path, content]) => [path, content.toString('base64')]));
}
