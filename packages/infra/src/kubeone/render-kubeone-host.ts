// SPDX-License-Identifier: Apache-2.0
import type { HostConfig, SshConfig } from '../config/index.ts';
import { preferredHostKey } from '../ssh/preferred-host-key.ts';
import type { ManifestHost } from './kubeone-manifest.ts';
import { usualPods } from './usual-pods.ts';

/** Returns the host key that the host will present to KubeOne, in base64; KubeOne compares it with the manifest. */
function hostKeyForKubeone(hostKeys: readonly string[]): string {
  return preferredHostKey(hostKeys).split(' ')[1] ?? '';
}

/** Well-known labels for the location of a node. @see https://kubernetes.io/docs/reference/labels-annotations-taints/ */
const placeLabels = {
  region: 'topology.kubernetes.io/region',
  zone: 'topology.kubernetes.io/zone',
} as const;

function labelsOf({ region, zone, labels }: HostConfig): Record<string, string> {
  return {
    ...(region !== undefined && { [placeLabels.region]: region }),
    ...(zone !== undefined && { [placeLabels.zone]: zone }),
    ...labels,
  };
}

/** Returns the private key file, or the socket of the SSH agent when no file is configured. */
function credentials({ privateKeyFile }: SshConfig) {
  return privateKeyFile === undefined
    ? { sshAgentSocket: 'env:SSH_AUTH_SOCK' }
    : { sshPrivateKeyFile: privateKeyFile };
}

function bastionOf({ bastion, username, privateKeyFile }: SshConfig) {
  if (bastion === undefined) return {};
  return {
    bastion: bastion.address,
    bastionPort: bastion.port,
    bastionUser: bastion.username ?? username,
    bastionHostPublicKey: hostKeyForKubeone(bastion.hostKeys),
    ...(privateKeyFile !== undefined && { bastionPrivateKeyFile: privateKeyFile }),
  };
}

const isEmpty = (mapping: object) => Object.keys(mapping).length === 0;

/**
 * Renders a host for the manifest of KubeOne. Its number of pods is always there: an update by KubeOne
 * sets the flag of a kubelet that has a number in the manifest, and deletes none.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/kubeadm_env.go `updateKubeletNodeValues`
 */
export function renderKubeoneHost(host: HostConfig, ssh: SshConfig): ManifestHost {
  const labels = labelsOf(host);
  return {
    publicAddress: host.publicAddress,
    privateAddress: host.privateAddress ?? host.publicAddress,
    hostname: host.name,
    sshUsername: host.sshUsername ?? ssh.username,
    sshPort: host.sshPort ?? ssh.port,
    ...credentials(ssh),
    sshHostPublicKey: hostKeyForKubeone(host.hostKeys),
    ...bastionOf(ssh),
    ...(host.taints !== undefined && {
      taints: host.taints.map(({ key, value, effect }) => ({
        key,
        ...(value !== undefined && { value }),
        effect,
      })),
    }),
    ...(!isEmpty(labels) && { labels }),
    ...(!isEmpty(host.annotations) && { annotations: host.annotations }),
    kubelet: { maxPods: host.maxPods ?? usualPods },
  };
}
