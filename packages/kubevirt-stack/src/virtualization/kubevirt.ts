// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { platformLabels, waitingFor } from '@strata/contracts';

/** Arguments of {@link KubeVirt}. */
export interface KubeVirtArgs {
  readonly environment: string;
  /** The namespace of its operator, which it shares. */
  readonly namespace: string;
  /** Checked for the installed release. */
  readonly featureGates: readonly string[];
  /** The namespace and account of the Prometheus that watches it. */
  readonly monitoring: { readonly namespace: string; readonly account: string };
}

/**
 * KubeVirt itself: the operator installs it as this object says. Done when VMs can be made.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/installation/
 */
export class KubeVirt extends pulumi.ComponentResource {
  /** Its kinds exist once this is done. */
  readonly installation: pulumi.Resource;

  constructor(name: string, args: KubeVirtArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:KubeVirt', name, {}, options);
    this.installation = new apiextensions.CustomResource(
      `${name}-installation`,
      {
        apiVersion: 'kubevirt.io/v1',
        kind: 'KubeVirt',
        metadata: {
          name: 'kubevirt',
          namespace: args.namespace,
          labels: platformLabels(args.environment),
          annotations: waitingFor('condition=Available'),
        },
        spec: renderSpec(args),
      },
      { parent: this, customTimeouts: { create: '15m', update: '15m', delete: '15m' } },
    );
    this.registerOutputs({});
  }
}

function renderSpec({ featureGates, monitoring }: KubeVirtArgs) {
  return {
    imagePullPolicy: 'IfNotPresent',
    // Refuses to go while VMs exist, instead of taking them along.
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    monitorNamespace: monitoring.namespace,
    monitorAccount: monitoring.account,
    configuration: {
      developerConfiguration: { featureGates: [...featureGates] },
      // The platform's own list is what user clusters choose from, and what previews check.
      commonInstancetypesDeployment: { enabled: false },
    },
  };
}
