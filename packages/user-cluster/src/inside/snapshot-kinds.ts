// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts';
import { ManifestPatch } from '@strata/manifest-objects';
import type { Manifest } from '@strata/manifests';

const definition = 'CustomResourceDefinition';

/**
 * The kinds of snapshots, inside the user cluster. The snapshot controller looks for them and gives
 * up without, so they come before it.
 *
 * They stay when snapshots are turned off, for with a kind goes every object of it, and are taken up
 * when they are turned on again. They go with the cluster.
 *
 * Needs the provider of the user cluster.
 *
 * @param manifest - of the snapshot controller; what is not a kind runs outside.
 */
export function createSnapshotKinds(
  name: string,
  manifest: Manifest,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Resource[] {
  const aliases = [formerComponent('user-cluster:SnapshotKinds', name, options.parent)];
  return manifest.objects
    .filter(({ kind }) => kind === definition)
    .map((object) => {
      const kind = object.metadata.name.split('.')[0] ?? '';
      return new ManifestPatch(`${name}-${kind}`, object, { ...options, aliases });
    });
}
