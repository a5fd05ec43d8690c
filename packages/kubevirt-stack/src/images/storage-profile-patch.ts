// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent, labelKeys, ownerAnnotations } from '@strata/contracts';

/** What CDI should know about a StorageClass. */
export interface StorageProfile {
  readonly storageClass: string;
  readonly claimPropertySets?:
    readonly { readonly accessModes: readonly string[]; readonly volumeMode: string }[] | undefined;
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
 * A correction of what CDI finds out about storage. Needs a running CDI.
 *
 * CDI makes the StorageProfile of every StorageClass itself, fills its status from its `spec`, and
 * makes it again when somebody deletes it. So this is a patch, not an object: to create one would
 * fail because it exists; to delete one would make CDI forget it until its next look. A patch owns
 * the fields of `spec` that it sets and nothing else, and drift of those is seen. No label that CDI
 * writes is among them. What a patch said stays when it is taken out of the configuration; deleting
 * the StorageProfile makes CDI start afresh.
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
        // To take the only fields of `spec` away leaves it null, which the kind refuses.
        retainOnDelete: true,
      },
    );
  }
}
