// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import type { KubevirtStackConfig } from '@strata/contracts';

/** Arguments of {@link AddressPools}. */
export interface AddressPoolsArgs {
  readonly environment: string;
  /** MetalLB's own: it looks nowhere else. */
  readonly namespace: string;
  readonly pools: KubevirtStackConfig['metallb']['pools'];
}

/**
 * The addresses that LoadBalancer Services may get, announced on the hosts' own network.
 *
 * @see https://metallb.io/configuration/
 */
export class AddressPools extends pulumi.ComponentResource {
  constructor(name: string, args: AddressPoolsArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:AddressPools', name, {}, options);
    const metadata = (objectName: string) => ({
      name: objectName,
      namespace: args.namespace,
      labels: platformLabels(args.environment),
      annotations: ownerAnnotations,
    });
    const pools = args.pools.map(
      ({ name: pool, addresses, autoAssign }) =>
        new apiextensions.CustomResource(
          `${name}-pool-${pool}`,
          {
            apiVersion: 'metallb.io/v1beta1',
            kind: 'IPAddressPool',
            metadata: metadata(pool),
            spec: { addresses, autoAssign },
          },
          { parent: this },
        ),
    );
    new apiextensions.CustomResource(
      `${name}-advertisement`,
      {
        apiVersion: 'metallb.io/v1beta1',
        kind: 'L2Advertisement',
        metadata: metadata('strata'),
        // Named one by one: without a list it would announce pools that others made, too.
        spec: { ipAddressPools: args.pools.map(({ name: pool }) => pool) },
      },
      { parent: this, dependsOn: pools },
    );
    this.registerOutputs({});
  }
}
