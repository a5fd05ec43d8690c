// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { KubernetesConfig, PoolConfig, Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { allMachines } from '../machines/index.ts';
import type { MachineGroup } from '../machines/index.ts';
import { findMinor, kubernetesMinors, minorOf, minorsAhead } from './kubernetes-minors.ts';
import { isRefusedLabel } from './node-labels.ts';

function checkVersion({ version }: KubernetesConfig): Problem[] {
  if (findMinor(version) !== undefined) return [];
  const minors = kubernetesMinors.map(({ minor }) => minor);
  const tested = kubernetesMinors.map((minor) => minor.tested).join(' and ');
  return [
    {
      path: ['kubernetes', 'version'],
      message:
        `Kubernetes ${minorOf(version)} is not supported; ${suggestion(minorOf(version), minors)} ` +
        `Tested are ${tested}`,
    },
  ];
}

/** What is wrong with the version of a pool, next to the cluster's. */
function poolVersionProblem(version: string, clusters: string): string | undefined {
  const ahead = minorsAhead(version, clusters);
  const isNewer =
    ahead > 0 || (ahead === 0 && Number(version.split('.')[2]) > Number(clusters.split('.')[2]));
  if (isNewer) {
    return `a node must not be newer than the control plane, which is at ${clusters}; update kubernetes.version first`;
  }
  if (ahead < -1) {
    return `a pool may stay one minor behind the control plane, which is at ${clusters}; update the pool first`;
  }
  return undefined;
}

/** @see https://kubernetes.io/releases/version-skew-policy/#kubelet */
function checkPools(pools: readonly PoolConfig[], clusters: string): Problem[] {
  return pools.flatMap(({ kubernetesVersion }, index) => {
    if (kubernetesVersion === undefined) return [];
    const message = poolVersionProblem(kubernetesVersion, clusters);
    return message === undefined ? [] : [{ path: ['pools', index, 'kubernetesVersion'], message }];
  });
}

function checkLabels({ path, title, machine }: MachineGroup): Problem[] {
  return Object.keys(machine.labels)
    .filter(isRefusedLabel)
    .map((key) => ({
      path: [...path, 'labels', key],
      message:
        `the kubelet of ${title} refuses to start with the label "${key}": labels of kubernetes.io ` +
        'and k8s.io belong to Kubernetes; take a prefix of your own, or node.kubernetes.io',
    }));
}

/** Where a text stands for the second time. */
function repetitions(texts: readonly string[]): number[] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []));
}

function checkNames({ kubeconfigs, registries }: KubernetesConfig): Problem[] {
  return [
    ...repetitions(kubeconfigs.map(({ name }) => name)).map((index) => ({
      path: ['kubernetes', 'kubeconfigs', index, 'name'],
      message: `there is another kubeconfig "${kubeconfigs[index]?.name ?? ''}"; names are users of the cluster`,
    })),
    ...repetitions(registries.map(({ registry }) => registry)).map((index) => ({
      path: ['kubernetes', 'registries', index, 'registry'],
      message: `"${registries[index]?.registry ?? ''}" has a mirror already`,
    })),
  ];
}

/** Flatcar's own format of start-up data is another one than the one that is written here. */
function checkStartUp({ path, machine }: MachineGroup): Problem[] {
  if (machine.cloudInit !== 'ignition') return [];
  return [
    {
      path: [...path, 'cloudInit'],
      message:
        'machines join by cloud-init, and this image reads Ignition; take an image with cloud-init ' +
        'and leave cloudInit out',
    },
  ];
}

/** Versions, labels of nodes, kubeconfigs and mirrors. */
export const checkKubernetes: Check = ({ config }: CheckContext) => {
  const { kubernetes, pools = [] } = config;
  const groups = allMachines(config);
  return [
    ...(kubernetes === undefined
      ? []
      : [
          ...checkVersion(kubernetes),
          ...checkPools(pools, kubernetes.version),
          ...checkNames(kubernetes),
        ]),
    ...groups.flatMap(checkLabels),
    ...groups.flatMap(checkStartUp),
  ];
};
