// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { SigningKey } from '@strata/strata-provider';
import type { ControlPlaneKeys } from '../bootstrap/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { generationsAt } from '../rotation/index.ts';
import { protection } from '../tenancy/index.ts';
import { generationName } from './generation-name.ts';
import { keyFingerprint } from './key-fingerprint.ts';
import { wholeKey } from './whole-key.ts';

/** Result of {@link createTokenKeys}. */
export interface TokenKeys {
  /** A secret. */
  readonly keys: pulumi.Output<ControlPlaneKeys['serviceAccount']>;
  /** Fingerprints of these keys, by name. */
  readonly fingerprints: Readonly<Record<string, pulumi.Output<string>>>;
}

/**
 * Makes the key that signs the tokens of ServiceAccounts, and while it is rotated the one before or after
 * it. Only the key that signs is protected: Pulumi must be able to delete the other one.
 */
export function createTokenKeys(
  name: string,
  { config }: Pick<ClusterContext, 'config'>,
  parent: pulumi.Resource,
): TokenKeys {
  const { known, used } = generationsAt('serviceAccount', config.keys.serviceAccount);
  const make = (generation: number, options: pulumi.CustomResourceOptions = {}) => {
    const keyName = generationName('service-account', generation);
    const { privateKeyPem, publicKeyPem } = new SigningKey(`${name}-${keyName}`, {
      parent,
      ...options,
    });
    return { keyName, privateKeyPem, publicKeyPem };
  };
  const signing = make(used, protection(config).cluster);
  const others = known.map((generation) => make(generation));
  const all = [signing, ...others];
  return {
    keys: pulumi.output({
      privateKeyPem: signing.privateKeyPem.apply((pem) => wholeKey(signing.keyName, pem)),
      publicKeyPem: pulumi
        .all(all.map(({ publicKeyPem }) => publicKeyPem))
        .apply((texts) => texts.join('')),
    }),
    fingerprints: Object.fromEntries(
      all.map(({ keyName, publicKeyPem }) => [keyName, keyFingerprint(publicKeyPem)]),
    ),
  };
}
