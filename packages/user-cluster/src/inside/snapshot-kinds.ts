// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts/program';
import { ManifestPatch } from '@strata/manifest-objects';
import type { Manifest } from '@strata/manifests';

const definition = 'CustomResourceDefinition';

/**
 * Makes the custom resource definitions of snapshots inside the user cluster. The snapshot controller
 * looks for them and gives up without them, so they come before it.
 *
 * They stay when snapshots are turned off, because deleting a definition deletes every object of it, and
 * are adopted when snapshots are turned on again. They are deleted with the cluster.
 *
 * They need the provider of the user cluster.
 *
 * @param manifest - of the snapshot controller; its other objects run outside.
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
