// SPDX-License-Identifier: Apache-2.0
import { infraPath, platformPath } from './environment-files.ts';
import type { PlannedEnvironment } from './environment-files.ts';
import type { PlanProblem } from './plan-problem.ts';

/**
 * Reports an error if all hosts are control planes: kubeadm excludes them from load balancers, so
 * MetalLB announces no address unless it is configured to announce from there. Hosts that infra
 * does not make are known only to the cluster; the program kubevirt-stack checks those.
 *
 * @see
 * https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/markcontrolplane/markcontrolplane.go
 */
export function checkAnnouncingHosts(environment: PlannedEnvironment): PlanProblem[] {
  const { infra, infraFile, platform, platformFile } = environment;
  const hosts = infra?.hosts ?? [];
  const isSilent = hosts.length > 0 && hosts.every(({ role }) => role === 'control-plane');
  if (!isSilent || platform?.metallb === undefined) return [];
  if (platform.metallb.excludedHosts === 'announce') return [];
  return [
    {
      file: platformFile,
      path: platformPath('metallb', 'excludedHosts'),
      message:
        'all hosts are control planes, which MetalLB announces nothing from by itself; set announce',
      other: { file: infraFile, path: infraPath('hosts') },
    },
  ];
}
