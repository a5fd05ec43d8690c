// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { Instancetype, Preference } from '../config/index.ts';
import { renderInstancetype } from './render-instancetype.ts';
import { renderPreference } from './render-preference.ts';

/** Arguments of {@link createMachineCatalogue}. */
export interface MachineCatalogueArgs {
  readonly environment: string;
  /** All sizes, the built-in ones included. */
  readonly instancetypes: readonly Instancetype[];
  /** All preferences, the built-in ones included. */
  readonly preferences: readonly Preference[];
}

/**
 * Makes the sizes and preferences that the VMs of all namespaces may use.
 *
 * @returns all resources that it made.
 * @see https://kubevirt.io/user-guide/user_workloads/instancetypes/
 */
export function createMachineCatalogue(
  name: string,
  { environment, instancetypes, preferences }: MachineCatalogueArgs,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Resource[] {
  const aliases = [formerComponent('kubevirt-stack:MachineCatalogue', name, options.parent)];
  const create = (role: string, kind: string, objectName: string, spec: object) =>
    new apiextensions.CustomResource(
      `${name}-${role}-${objectName}`,
      {
        apiVersion: 'instancetype.kubevirt.io/v1beta1',
        kind,
        metadata: {
          name: objectName,
          labels: platformLabels(environment),
          annotations: ownerAnnotations,
        },
        spec,
      },
      { ...options, aliases },
    );
  return [
    ...instancetypes.map((size) =>
      create('size', 'VirtualMachineClusterInstancetype', size.name, renderInstancetype(size)),
    ),
    ...preferences.map((preference) =>
      create(
        'preference',
        'VirtualMachineClusterPreference',
        preference.name,
        renderPreference(preference),
      ),
    ),
  ];
}
