// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (folder: string) => join(folder, 'begun.json');

/** Hosts at which kubeadm has written its kubeconfigs and then stopped. */
const begun = (folder: string): readonly string[] =>
  existsSync(fileIn(folder)) ? (JSON.parse(readFileSync(fileIn(folder), 'utf8')) as string[]) : [];

/**
 * Returns the error of kubeadm at a host, if it has one. A host that has admin.conf is left as it is, so the
 * step after kubeadm fails there, for there is no API server.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/kubeadm.go#L26
 */
export function kubeadmError(
  folder: string,
  hostname: string,
  verb: 'init' | 'join',
  failIn: string | undefined,
): string | undefined {
  if (begun(folder).includes(hostname)) {
    return 'runtime: restarting kube-apiserver\nssh: exec\nProcess exited with status 1';
  }
  if (failIn !== hostname) return undefined;
  writeFileSync(fileIn(folder), JSON.stringify([...begun(folder), hostname]));
  return `runtime: kubeadm ${verb}\nssh: popen\nProcess exited with status 1\nsudo kubeadm  ${verb} --config=./kubeone/cfg/control_plane_0.yaml\nstderr: context deadline exceeded`;
}

/**
 * Returns the error of a cluster without any node: kubelet.conf of a control plane makes a cluster, whose API
 * must answer.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/probes.go#L502
 */
export const leaderError = (folder: string): string | undefined =>
  begun(folder).length > 0 ? 'runtime: leader electing\nquorum mostly like lost' : undefined;
