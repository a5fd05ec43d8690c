// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { labelKeys, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';

/** The settings of a StorageClass that override what CDI detects. */
export interface StorageProfile {
  readonly storageClass: string;
  readonly claimPropertySets?:
    | readonly { readonly accessModes: readonly string[]; readonly volumeMode: string }[]
    | undefined;
  readonly cloneStrategy?: 'snapshot' | 'csi-clone' | 'copy' | undefined;
  readonly snapshotClass?: string | undefined;
  readonly dataImportCronSourceFormat?: 'pvc' | 'snapshot' | undefined;
}

/** Arguments of {@link StorageProfilePatch}. */
export interface StorageProfilePatchArgs {
  readonly environment: string;
  readonly profile: StorageProfile;
}

/**
 * A correction of what CDI detects about a StorageClass. Needs a running CDI.
 *
 * CDI makes the StorageProfile of every StorageClass itself, fills its status from its `spec`, and
 * makes it again if somebody deletes it. So this is a patch, not an object: creating the object
 * would fail because it exists; deleting it would make CDI lose the settings until it makes the
 * object again. A patch owns only the fields of `spec` that it sets, and Pulumi detects drift of
 * those. It sets no label that CDI writes. The settings stay in the cluster when the patch is
 * removed from the configuration; deleting the StorageProfile makes CDI start afresh.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/storageprofile.md
 */
export class StorageProfilePatch extends apiextensions.CustomResourcePatch {
  constructor(
    name: string,
    { environment, profile: { storageClass, ...spec } }: StorageProfilePatchArgs,
    options: pulumi.CustomResourceOptions = {},
  ) {
    super(
      `${name}-${storageClass}`,
      {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'StorageProfile',
        metadata: {
          name: storageClass,
          labels: { [labelKeys.environment]: environment },
          annotations: { ...ownerAnnotations },
        },
        spec,
      },
      {
        ...options,
        aliases: [formerComponent('kubevirt-stack:StorageProfiles', name, options.parent)],
        // Removing the only fields of `spec` would leave it null, which the CRD rejects.
        retainOnDelete: true,
      },
    );
  }
}
