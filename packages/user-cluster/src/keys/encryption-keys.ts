// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { RandomKey } from '@strata/strata-provider';
import type { ControlPlaneKeys } from '../bootstrap/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { generationsAt } from '../rotation/index.ts';
import { protection } from '../tenancy/index.ts';
import { keyFingerprint } from './key-fingerprint.ts';
import { encryptionKeyName } from './encryption-key-name.ts';
import { generationName } from './generation-name.ts';

/** Result of {@link createEncryptionKeys}. */
export interface EncryptionKeys {
  /** A secret. */
  readonly keys: pulumi.Output<ControlPlaneKeys['encryptionKeys']>;
  /** Fingerprints of these keys, by name. */
  readonly fingerprints: Readonly<Record<string, pulumi.Output<string>>>;
}

/**
 * Makes the key that encrypts Secrets in etcd, and every key that was it before. VMs get the one that
 * encrypts and, while it is rotated, the one before or after it. All others stay in the state: a backup of
 * etcd can be read only with the key of its time.
 *
 * A key is protected once it may have encrypted something: Pulumi must be able to delete it before, when
 * its rotation is taken back.
 */
export function createEncryptionKeys(
  name: string,
  { config }: Pick<ClusterContext, 'config'>,
  parent: pulumi.Resource,
): EncryptionKeys {
  const { known, used } = generationsAt('encryption', config.keys.encryption);
  const { generation: newest } = config.keys.encryption;
  const made = Array.from({ length: newest }, (_, index) => {
    const generation = index + 1;
    const keyName = generationName('encryption', generation);
    const key = new RandomKey(
      `${name}-${keyName}`,
      { bytes: 32 },
      { parent, ...(generation <= used && protection(config).cluster) },
    );
    return { generation, key, keyName };
  });
  const given = [used, ...known].flatMap((generation) =>
    made.filter((one) => one.generation === generation),
  );
  return {
    keys: pulumi.output(
      given.map(({ generation, key }) => ({
        name: encryptionKeyName(generation),
        secret: key.base64,
      })),
    ),
    fingerprints: Object.fromEntries(
      given.map(({ key, keyName }) => [keyName, keyFingerprint(key.base64)]),
    ),
  };
}
