// SPDX-License-Identifier: Apache-2.0
import type {
  V1beta1VirtualMachineInstancetypeSpec,
  V1beta1VirtualMachinePreferenceSpec,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import type { KubevirtStackConfig } from '@strata/contracts';

/** A VM size. */
export type Instancetype = KubevirtStackConfig['instancetypes'][number];
/** Hardware choices of a VM that are no size. */
export type Preference = KubevirtStackConfig['preferences'][number];

/** What every platform offers. */
export const builtIn: {
  readonly instancetypes: readonly Instancetype[];
  readonly preferences: readonly Preference[];
} = {
  instancetypes: [
    { name: 'standard-2', cpu: 2, memoryGiB: 8 },
    { name: 'standard-4', cpu: 4, memoryGiB: 16 },
    { name: 'standard-8', cpu: 8, memoryGiB: 32 },
  ],
  // One socket for each virtual CPU: what guests with per-socket licences or schedulers expect.
  preferences: [{ name: 'sockets-advantage', cpuTopology: 'sockets' }],
};

/** Arguments of {@link MachineCatalogue}. */
export interface MachineCatalogueArgs {
  readonly environment: string;
  /** All sizes, those of {@link builtIn} included. */
  readonly instancetypes: readonly Instancetype[];
  /** All preferences, those of {@link builtIn} included. */
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
      create('size', 'VirtualMachineClusterInstancetype', size.name, renderSize(size));
    }
    for (const preference of args.preferences) {
      const spec = renderPreference(preference);
      create('preference', 'VirtualMachineClusterPreference', preference.name, spec);
    }
    this.registerOutputs({});
  }
}

function renderSize({ cpu, memoryGiB }: Instancetype): V1beta1VirtualMachineInstancetypeSpec {
  return { cpu: { guest: cpu }, memory: { guest: `${memoryGiB}Gi` } };
}

function renderPreference({ cpuTopology }: Preference): V1beta1VirtualMachinePreferenceSpec {
  return { cpu: { preferredCPUTopology: cpuTopology } };
}
