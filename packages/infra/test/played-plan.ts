// SPDX-License-Identifier: Apache-2.0
import type { KubeOneManifest, ManifestHost } from '../src/kubeone/kubeone-manifest.ts';
import { readNodes } from './played-nodes.ts';
import { switchesEncryptionOn } from './played-secrets.ts';

export const planesOf = ({ controlPlane }: KubeOneManifest): readonly ManifestHost[] =>
  controlPlane.hosts;
export const workersOf = ({ staticWorkers }: KubeOneManifest): readonly ManifestHost[] =>
  staticWorkers?.hosts ?? [];
export const hostsOf = (manifest: KubeOneManifest): readonly ManifestHost[] => [
  ...planesOf(manifest),
  ...workersOf(manifest),
];

/**
 * Returns the plan as kubeone prints it, pkg/cmd/apply.go:303 and 362; undefined when it refuses to repair and to update
 * at the same time, pkg/cmd/apply.go:267, pkg/state/cluster.go SafeToRepair.
 */
export function planOf(
  folder: string,
  manifest: KubeOneManifest,
  isForced: boolean,
): string[] | undefined {
  const { kubernetes } = manifest.versions;
  const kubeletOf = ({ hostname }: ManifestHost) => readNodes(folder)[hostname]?.kubelet;
  const isMissing = (host: ManifestHost) => kubeletOf(host) === undefined;
  const isNew = planesOf(manifest).every(isMissing);
  const at = ({ hostname, privateAddress }: ManifestHost) => `"${hostname}" (${privateAddress})`;
  if (hostsOf(manifest).some(isMissing)) {
    if (!isNew && planesOf(manifest).every((host) => kubeletOf(host) !== kubernetes)) {
      return undefined;
    }
    return [
      ...planesOf(manifest).flatMap((host, index) => {
        const verb = isNew && index === 0 ? 'initialize' : 'join';
        return isMissing(host)
          ? [`+ ${verb} control plane node ${at(host)} using ${kubernetes}`]
          : [];
      }),
      ...workersOf(manifest).flatMap((host) =>
        isMissing(host) ? [`+ join static worker node ${at(host)}`] : [],
      ),
    ];
  }
  const isOld = hostsOf(manifest).some((host) => kubeletOf(host) !== kubernetes);
  if (!isOld && !isForced) return [];
  // All hosts, also those that are already updated.
  const verb = isForced ? 'force upgrade' : 'upgrade';
  const line = (kind: string) => (host: ManifestHost) =>
    `~ ${verb} ${kind} node ${at(host)}: ${kubeletOf(host) ?? ''} -> ${kubernetes}`;
  return [
    // pkg/cmd/apply.go:394
    ...(switchesEncryptionOn(folder, manifest) ? ['~ enable Encryption Provider support'] : []),
    ...planesOf(manifest).map(line('control plane')),
    ...workersOf(manifest).map(line('worker')),
  ];
}
