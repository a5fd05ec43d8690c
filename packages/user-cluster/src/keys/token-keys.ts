// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { SigningKey } from '@strata/strata-provider';
import type { ControlPlaneKeys } from '../bootstrap/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { generationsAt } from '../rotation/index.ts';
import { protection } from '../tenancy/index.ts';
import { generationName } from './generation-name.ts';

/**
 * Makes the key that signs the tokens of ServiceAccounts, and while it is rotated the one before or after
 * it. Only the key that signs is protected: Pulumi must be able to delete the other one.
 */
export function createTokenKeys(
  name: string,
  { config }: Pick<ClusterContext, 'config'>,
  parent: pulumi.Resource,
): pulumi.Output<ControlPlaneKeys['serviceAccount']> {
  const { known, used } = generationsAt('serviceAccount', config.keys.serviceAccount);
  const make = (generation: number, options: pulumi.CustomResourceOptions = {}) =>
    new SigningKey(generationName(`${name}-service-account`, generation), { parent, ...options });
  const signing = make(used, protection(config).cluster);
  const others = known.map((generation) => make(generation));
  return pulumi.output({
    privateKeyPem: signing.privateKeyPem,
    publicKeyPem: pulumi
      .all([signing, ...others].map(({ publicKeyPem }) => publicKeyPem))
      .apply((texts) => texts.join('')),
  });
}
