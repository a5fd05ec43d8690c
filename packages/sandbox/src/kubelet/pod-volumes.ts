// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Api } from '../kubernetes/api.ts';
import type { PodTokens } from '../kubernetes/pod-tokens.ts';
import { NotYetThere, type DataSource } from './environment.ts';
import type { Container, Pod, TokenSource } from './pod.ts';
import { readVolume, writeVolume, type VolumeFiles } from './volumes.ts';

/** Private to the rack: /run is a file system in memory there. */
const podsDir = '/run/strata/pods';

/** What the volumes of all pods come from. */
export interface VolumeSources {
  readonly api: Api;
  readonly data: DataSource;
  readonly tokens: PodTokens;
  /** Folder of the persistent volumes' contents. */
  readonly volumesDir: string;
}

/** The volumes of one pod, a folder each. */
export class PodVolumes {
  /** Folder that holds the volumes' folders, by their names. */
  readonly dir: string;
  private readonly sources: VolumeSources;
  /** What was written last, by volume. */
  private readonly written = new Map<string, string>();

  constructor(uid: string, sources: VolumeSources) {
    this.dir = join(podsDir, uid);
    this.sources = sources;
  }

  /**
   * Makes the volumes, and renews what has changed.
   *
   * @throws NotYetThere when something that they come from is missing.
   */
  async write(pod: Pod): Promise<void> {
    for (const volume of pod.spec.volumes ?? []) {
      const dir = join(this.dir, volume.name);
      if (volume.persistentVolumeClaim !== undefined) {
        await this.attachClaim(pod, volume.persistentVolumeClaim.claimName, dir);
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

  /** A folder below a volume that starts empty is made for whoever mounts it. */
  createSubPaths({ volumeMounts = [] }: Container): void {
    for (const { name, subPath } of volumeMounts) {
      if (subPath === undefined || this.written.has(name)) continue;
      mkdirSync(join(this.dir, name, subPath), { recursive: true });
    }
  }

  /** Persistent volumes keep what is on them. */
  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** What is on a persistent volume outlives the pod, and the rack. */
  private async attachClaim(pod: Pod, claim: string, dir: string): Promise<void> {
    if (existsSync(dir)) return;
    const path = `/api/v1/namespaces/${pod.metadata.namespace ?? ''}/persistentvolumeclaims/${claim}`;
    const { spec } = await this.sources.api.request<{
      readonly spec: { readonly volumeName?: string };
    }>('GET', path);
    if (spec.volumeName === undefined) throw new NotYetThere(`claim ${claim} is not bound yet`);
    const volume = join(this.sources.volumesDir, spec.volumeName);
    mkdirSync(volume, { recursive: true });
    mkdirSync(dirname(dir), { recursive: true });
    symlinkSync(volume, dir);
  }
}

function fingerprint(files: VolumeFiles): string {
  return JSON.stringify([...files].map(([path, content]) => [path, content.toString('base64')]));
}
