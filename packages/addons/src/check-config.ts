// SPDX-License-Identifier: Apache-2.0
import { findRelease, releases, suggestion } from '@strata/contracts';
import type { Problem, Release } from '@strata/contracts';
import { checkSriovPolicies } from './check-sriov-policies.ts';
import type { AddonsConfig } from './config/index.ts';
import { discovery } from './discovery.ts';

/** Keys of a configuration that match the schema. */
type CheckedConfig = Partial<AddonsConfig>;

/** Reports every problem of a configuration that its schema cannot find. */
export function checkConfig(config: CheckedConfig): Problem[] {
  return [
    ...releaseProblems(config.release),
    ...operatorProblems(config.operators ?? []),
    ...sriovProblems(config),
  ];
}

/**
 * Reports a problem when the release is not the one that the platform runs. Operators are tested only
 * with the platform of their own release.
 *
 * @param installed - version of KubeVirt in the outputs of kubevirt-stack.
 */
export function checkPlatform({ name, components }: Release, installed: string): Problem[] {
  const { version } = components.kubevirt;
  if (version === installed) return [];
  const running = releases.find((one) => one.components.kubevirt.version === installed)?.name;
  const advice = running === undefined ? '' : `; say "${running}", or update kubevirt-stack first`;
  return [
    {
      path: ['release'],
      message: `"${name}" comes with KubeVirt ${version}, and the platform runs ${installed}${advice}`,
    },
  ];
}

function releaseProblems(name: string | undefined): Problem[] {
  if (name === undefined || findRelease(name) !== undefined) return [];
  const names = releases.map((release) => release.name);
  return [{ path: ['release'], message: `no release "${name}"; ${suggestion(name, names)}` }];
}

function operatorProblems(operators: readonly string[]): Problem[] {
  const repeated = operators.flatMap((name, index) =>
    operators.indexOf(name) < index
      ? [{ path: ['operators', index], message: `"${name}" is in the list already` }]
      : [],
  );
  const gpu = operators.indexOf('gpu-operator');
  if (gpu === -1 || operators.includes(discovery)) return repeated;
  const message = `"gpu-operator" finds GPUs by the labels of "${discovery}"; add that as well`;
  return [...repeated, { path: ['operators', gpu], message }];
}

function sriovProblems({ operators = [], sriov }: CheckedConfig): Problem[] {
  const isInstalled = operators.includes('sriov-network-operator');
  if (sriov === undefined) {
    const message = '"sriov-network-operator" does nothing without policies; add sriov.policies';
    return isInstalled
      ? [{ path: ['operators', operators.indexOf('sriov-network-operator')], message }]
      : [];
  }
  const { policies } = sriov;
  const unused = { path: ['sriov'], message: 'nothing reads it; add "sriov-network-operator"' };
  return [...(isInstalled ? [] : [unused]), ...checkSriovPolicies(policies, operators)];
}
