// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ManifestPatch } from '@strata/manifest-objects';
import type { Manifest } from '@strata/manifests';

const definition = 'CustomResourceDefinition';

/** Arguments of {@link SnapshotKinds}. */
export interface SnapshotKindsArgs {
  /** Of the snapshot controller; what is not a kind runs outside. */
  readonly manifest: Manifest;
}

/**
 * The kinds of snapshots, inside the user cluster. The snapshot controller looks for them and gives
 * up without, so they come before it.
 *
 * They stay when snapshots are turned off, for with a kind goes every object of it, and are taken up
 * when they are turned on again. They go with the cluster.
 *
 * Needs the provider of the user cluster.
 */
export class SnapshotKinds extends pulumi.ComponentResource {
  constructor(
    name: string,
    { manifest }: SnapshotKindsArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:user-cluster:SnapshotKinds', name, {}, options);
    for (const object of manifest.objects.filter(({ kind }) => kind === definition)) {
      const kind = object.metadata.name.split('.')[0] ?? '';
      new ManifestPatch(`${name}-${kind}`, object, { parent: this });
    }
    this.registerOutputs({});
  }
}
