// SPDX-License-Identifier: Apache-2.0
import {
  findRelease,
  incompatibilities,
  minorOf,
  releaseVersions,
  suggestion,
} from '@strata/contracts';
import type { Problem, Versions } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { KubernetesConfig, PoolConfig } from '../config/index.ts';
import { allMachines } from '../machines/index.ts';
import type { MachineGroup } from '../machines/index.ts';
import { guestOs } from './guest-os.ts';
import { findMinor, kubernetesMinors } from './kubernetes-minors.ts';
import { isRefusedLabel } from './node-labels.ts';

/** Reports a version at a path, if its minor is not supported. */
function checkVersion(version: string, path: Problem['path']): Problem[] {
  if (findMinor(version) !== undefined) return [];
  const minors = kubernetesMinors.map(({ minor }) => minor);
  const tested = kubernetesMinors.map((minor) => minor.tested).join(' and ');
  return [
    {
      path,
      message:
        `Kubernetes ${minorOf(version)} is not supported; ${suggestion(minorOf(version), minors)} ` +
        `Tested are ${tested}`,
    },
  ];
}

/**
 * Reports pairs of versions that the compatibility tables refuse: those of the whole cluster under its
 * own version, those of a group of VMs under the key of that group. The components of the platform's
 * release must fit, too. A pool that may stay behind must have a supported minor all the same.
 */
function checkPairs({ config, platform }: CheckContext, kubernetes: string): Problem[] {
  const release = findRelease(platform.release);
  const brought = release === undefined ? {} : releaseVersions(release);
  const refused = (versions: Versions) =>
    incompatibilities({ ...brought, ...versions, kubernetes })
      .filter(({ level }) => level === 'refused')
      .map(({ message }) => message);
  const ofCluster = refused({});
  return [
    ...ofCluster.map((message) => ({ path: ['kubernetes', 'version'], message })),
    ...allMachines(config).flatMap((group) => {
      const { kubernetesVersion } = group.machine as Partial<PoolConfig>;
      const system = guestOs(group, platform);
      const path =
        kubernetesVersion === undefined
          ? [...group.path, 'rootDisk', 'image']
          : [...group.path, 'kubernetesVersion'];
      const kubelet = kubernetesVersion ?? kubernetes;
      const own = refused({ kubelet, ...(system && { guestOs: system }) })
        .filter((message) => !ofCluster.includes(message))
        .map((message) => ({ path, message }));
      return own.length > 0 ? own : checkVersion(kubelet, path);
    }),
  ];
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

/** Returns the index of each text that is in the list before. */
function repetitions(texts: readonly string[]): number[] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []));
}

function checkNames({ kubeconfigs, registries }: KubernetesConfig): Problem[] {
  return [
    ...repetitions(kubeconfigs.map(({ name }) => name)).map((index) => ({
      path: ['kubernetes', 'kubeconfigs', index, 'name'],
      message: `there is another kubeconfig "${kubeconfigs[index]?.name ?? ''}"; each name is a user of the cluster, so take another`,
    })),
    ...repetitions(registries.map(({ registry }) => registry)).map((index) => ({
      path: ['kubernetes', 'registries', index, 'registry'],
      message: `"${registries[index]?.registry ?? ''}" has a mirror already`,
    })),
  ];
}

/**
 * Pods that a node has addresses for: of its /24, Cilium keeps those of the network, of broadcast, of its
 * router and of its own health check; some more are of pods that are just being deleted.
 */
const mostPods = 250;

/** Reports more pods on a node than it has addresses for. */
function checkPods({ kubernetes, cni }: CheckContext['config']): Problem[] {
  const { maxPods = 0 } = kubernetes?.kubelet ?? {};
  if (cni?.type !== 'cilium' || maxPods <= mostPods) return [];
  const message = `a node has a /24 of podCidr, and no addresses for ${maxPods} pods; take ${mostPods} or fewer`;
  return [{ path: ['kubernetes', 'kubelet', 'maxPods'], message }];
}

/** Returns the problems of versions, node labels, kubeconfigs and registry mirrors. */
export const checkKubernetes: Check = (context) => {
  const { config } = context;
  const { kubernetes } = config;
  return [
    ...(kubernetes === undefined
      ? []
      : [
          ...checkVersion(kubernetes.version, ['kubernetes', 'version']),
          // The tables have no pairs for an unknown minor.
          ...(findMinor(kubernetes.version) === undefined
            ? []
            : checkPairs(context, kubernetes.version)),
          ...checkNames(kubernetes),
          ...checkPods(config),
        ]),
    ...allMachines(config).flatMap(checkLabels),
  ];
};
