// SPDX-License-Identifier: Apache-2.0
import { addonsConfig, sriovPrefix, sriovResources } from '@strata/addons/config';
import { formatPath, inspectConfig, suggestion } from '@strata/contracts';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { platformPath } from './address-plan/environment-files.ts';
import type { EnvironmentFiles, PlanProblem } from './address-plan/index.ts';
import { rawStackConfig } from './raw-stack-config.ts';

/** A device or network that asks for a resource, at its place in the platform's file. */
interface Asked {
  readonly path: readonly PropertyKey[];
  readonly resource: string;
  /** Whether KubeVirt would offer the resource. */
  readonly isOwn: boolean;
}

function askedResources(
  name: string,
  platform: NonNullable<EnvironmentFiles['platform']>,
): Asked[] {
  const raw = rawStackConfig('kubevirt-stack', name, platform);
  const { kubevirt, networks = [] } = inspectConfig(kubevirtStackConfig, raw).valid;
  const { pciHostDevices = [] } = kubevirt?.permittedHostDevices ?? {};
  return [
    ...networks.flatMap(({ resourceName }, index) =>
      resourceName === undefined
        ? []
        : [{ path: ['networks', index], resource: resourceName, isOwn: false }],
    ),
    ...pciHostDevices.map(({ externalResourceProvider = false, resourceName }, index) => ({
      path: ['kubevirt', 'permittedHostDevices', 'pciHostDevices', index],
      resource: resourceName,
      isOwn: !externalResourceProvider,
    })),
  ];
}

function unmade(resource: string, made: readonly string[]): string {
  const known = suggestion(resource, made);
  const end = known.endsWith('?') ? '' : '.';
  const name = resource.slice(sriovPrefix.length);
  return `no policy of the SR-IOV operator makes "${resource}"; ${known}${end} If a policy outside Strata makes it, name "${name}" in sriov.otherResources`;
}

/**
 * Compares the functions of network cards that the platform asks for with the policies of the SR-IOV
 * operator: a pod that asks for a resource that no policy makes stays Pending, and of two device plugins
 * with one resource the kubelet takes the one that came last.
 *
 * Only where the file of the optional operators has that operator: functions may also come from a
 * plugin that Strata does not install.
 *
 * @see https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/
 */
export function checkSriovResources({ addons, name, platform }: EnvironmentFiles): PlanProblem[] {
  if (addons === undefined || platform === undefined) return [];
  const { operators, sriov } = inspectConfig(
    addonsConfig,
    rawStackConfig('addons', name, addons),
  ).valid;
  if (operators?.includes('sriov-network-operator') !== true || sriov === undefined) return [];
  const made = sriovResources(sriov);
  const other = { file: addons.file, path: `config.addons:${formatPath(['sriov'])}` };
  const problem = (path: readonly PropertyKey[], message: string): PlanProblem[] => [
    { file: platform.file, path: platformPath(...path), message, other },
  ];
  return askedResources(name, platform)
    .filter(({ resource }) => resource.startsWith(sriovPrefix))
    .flatMap(({ isOwn, path, resource }): PlanProblem[] => {
      if (!made.includes(resource)) {
        // KubeVirt offers its own devices under any name.
        if (isOwn) return [];
        return problem([...path, 'resourceName'], unmade(resource, made));
      }
      if (!isOwn) return [];
      const message = `the SR-IOV operator offers "${resource}" by a policy, and KubeVirt would offer it as well; set true`;
      return problem([...path, 'externalResourceProvider'], message);
    });
}
