// SPDX-License-Identifier: Apache-2.0
import { findRelease, incompatibilities, releaseVersions } from '@strata/contracts';
import { drivenKubeone } from '@strata/contracts/compatibility';
import type { PlanProblem } from './address-plan/index.ts';
import { guestOsOf } from './environment-versions.ts';
import type { EnvironmentVersions } from './environment-versions.ts';

/**
 * Returns a problem for each pair of versions in the files of an environment that is known not to
 * work together.
 */
export function checkVersions(environment: EnvironmentVersions): PlanProblem[] {
  const release = findRelease(environment.release);
  const platform = release === undefined ? {} : releaseVersions(release);
  const { factsKubernetes, infraFile, infraKubernetes: stated, platformFile } = environment;
  const infraKubernetes = stated ?? factsKubernetes;
  const refused = (versions: Parameters<typeof incompatibilities>[0]) =>
    incompatibilities(versions).filter(({ level }) => level === 'refused');
  const installed =
    stated === undefined || infraFile === undefined
      ? []
      : refused({ kubeone: drivenKubeone.minor, infraKubernetes: stated }).map(({ message }) => ({
          file: infraFile,
          path: 'config.infra:kubeone.version',
          message,
        }));
  const own =
    infraKubernetes === undefined || platformFile === undefined
      ? []
      : refused({ ...platform, infraKubernetes }).map(({ message }) => ({
          file: platformFile,
          path: 'config.kubevirt-stack:release',
          message,
        }));
  const clusters = environment.clusters.flatMap(({ file, kubernetes, machines }) => {
    const ofCluster = refused({ ...platform, kubernetes });
    const at = 'config.user-cluster:kubernetes.version';
    return [
      ...ofCluster.map(({ message }) => ({ file, path: at, message })),
      ...machines.flatMap((machine) => {
        const system = guestOsOf(environment, machine.image);
        const kubelet = machine.kubernetes ?? kubernetes;
        const found = refused({
          ...platform,
          kubernetes,
          kubelet,
          ...(system && { guestOs: system }),
        });
        return found
          .filter(({ message }) => !ofCluster.some((known) => known.message === message))
          .map(({ message }) => ({ file, path: `config.user-cluster:${machine.path}`, message }));
      }),
    ];
  });
  return [...installed, ...own, ...clusters];
}
