// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { KubeoneConfig } from '../config/index.ts';
import { encryptsSecrets } from './late-settings.ts';
import type { LateDigests } from './late-settings.ts';

/**
 * Refuses to switch encryption at rest off on a cluster that encrypts its Secrets. With the next
 * update of Kubernetes, KubeOne would write a new order of keys, restart only API servers that have
 * lost etcd, write all Secrets again and delete the key from the hosts. API servers that were not
 * restarted encrypt with the former key until then.
 *
 * @param last - digests of what running hosts had after the last run.
 * @param encrypting - API servers that run with keys. While there is one, KubeOne does all that, whatever
 * people have done by hand.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `WithDisableEncryptionProviders`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/nodes.go `restartKubeAPIServerCrictl`
 * @see https://github.com/kubermatic/kubeone/issues/3097
 */
export function checkEncryption(
  last: LateDigests,
  { changedByHand, features }: KubeoneConfig,
  encrypting: readonly string[] = [],
): Problem[] {
  if (features.encryptionAtRest) return [];
  const isRecorded = encryptsSecrets(last) && !changedByHand.includes('features.encryptionAtRest');
  if (!isRecorded && encrypting.length === 0) return [];
  return [
    {
      path: ['kubeone', 'features', 'encryptionAtRest'],
      message:
        'the Secrets of this cluster are encrypted, and nobody could read them any more: with the ' +
        'next update of Kubernetes, KubeOne deletes the key from all hosts while Secrets are still ' +
        'encrypted with it. Set it back to true; if you have decrypted all Secrets by hand and taken ' +
        '--encryption-provider-config from all API servers, add "features.encryptionAtRest" to ' +
        'kubeone.changedByHand',
    },
  ];
}
