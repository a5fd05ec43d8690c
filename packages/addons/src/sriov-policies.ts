// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import type { SriovPolicyConfig } from './config/index.ts';

/** Label of hosts on which node-feature-discovery has found a network card with SR-IOV. */
export const capableHosts = {
  'feature.node.kubernetes.io/network-sriov.capable': 'true',
} as const;

/** Arguments of {@link SriovPolicies}. */
export interface SriovPoliciesArgs {
  readonly environment: string;
  /** Namespace of the operator, which reads policies only there. */
  readonly namespace: string;
  readonly policies: readonly SriovPolicyConfig[];
}

/**
 * Policies that divide network cards into virtual functions for VMs. The operator drains a host, which
 * migrates its VMs, before it changes a card that has functions, and before it reboots the host, which it does where
 * the kernel lacks the arguments that `vfio-pci` needs.
 *
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/pkg/plugins/generic/generic_plugin.go (needDrainNode, addVfioDesiredKernelArg)
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/README.md#sriovnetworknodepolicy
 */
export class SriovPolicies extends pulumi.ComponentResource {
  constructor(name: string, args: SriovPoliciesArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:addons:SriovPolicies', name, {}, options);
    for (const { name: policy, nodeSelector = capableHosts, ...spec } of args.policies) {
      new apiextensions.CustomResource(
        `${name}-${policy}`,
        {
          apiVersion: 'sriovnetwork.openshift.io/v1',
          kind: 'SriovNetworkNodePolicy',
          metadata: {
            name: policy,
            namespace: args.namespace,
            labels: platformLabels(args.environment),
            annotations: ownerAnnotations,
          },
          spec: { ...spec, nodeSelector },
        },
        { parent: this },
      );
    }
    this.registerOutputs({});
  }
}
