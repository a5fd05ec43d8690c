// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import type { Instancetype, Preference } from '@strata/contracts';
import { renderInstancetype } from './render-instancetype.ts';
import { renderPreference } from './render-preference.ts';

/** Arguments of {@link MachineCatalogue}. */
export interface MachineCatalogueArgs {
  readonly environment: string;
  /** All sizes, the built-in ones included. */
  readonly instancetypes: readonly Instancetype[];
  /** All preferences, the built-in ones included. */
  readonly preferences: readonly Preference[];
}

/**
 * What user clusters may choose their machines from, in every namespace.
 *
 * @see https://kubevirt.io/user-guide/user_workloads/instancetypes/
 */
export class MachineCatalogue extends pulumi.ComponentResource {
  constructor(name: string, args: MachineCatalogueArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:MachineCatalogue', name, {}, options);
    const create = (role: string, kind: string, objectName: string, spec: object) =>
      new apiextensions.CustomResource(
        `${name}-${role}-${objectName}`,
        {
          apiVersion: 'instancetype.kubevirt.io/v1beta1',
          kind,
          metadata: {
            name: objectName,
            labels: platformLabels(args.environment),
            annotations: ownerAnnotations,
          },
          spec,
        },
        { parent: this },
      );
    for (const size of args.instancetypes) {
      const spec = renderInstancetype(size);
      create('size', 'VirtualMachineClusterInstancetype', size.name, spec);
    }
    for (const preference of args.preferences) {
      const spec = renderPreference(preference);
      create('preference', 'VirtualMachineClusterPreference', preference.name, spec);
    }
    this.registerOutputs({});
  }
}
