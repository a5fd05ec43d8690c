// SPDX-License-Identifier: Apache-2.0
import { argumentsAt, flagLines } from '../translate/flags.ts';
import type { Flag } from '../translate/flags.ts';
import {
  apiServerFlags,
  keptKubeletFlags,
  kubeletFlags,
  otherFlags,
} from '../translate/kubernetes-flags.ts';
import { networkOf } from '../translate/network-settings.ts';
import type { NetworkSettings } from '../translate/network-settings.ts';
import { labelsOfFlag, taintsOfFlag } from '../translate/node-keys.ts';
import type { NodeLabels, NodeTaint } from '../translate/node-keys.ts';
import type { SharedKeys } from '../translate/shared-keys.ts';
import type { Source } from '../translate/source.ts';
import { takeUsual } from '../translate/usual-values.ts';
import { programArguments, usualOfRke } from './left-out-rke.ts';

/** Settings of RKE2 or K3s, and messages about what is not kept. */
export interface RkeSettings {
  /** Networks of pods; empty where this place names none. */
  readonly networks: readonly string[];
  /** Undefined where this place does not say it. */
  readonly isWithoutProxy: boolean | undefined;
  readonly addresses: NetworkSettings;
  readonly alternativeNames: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  readonly shared: SharedKeys;
  /** Whether all machines have these settings, not only some of them. */
  readonly isForAll: boolean;
  readonly lines: readonly string[];
}

/** Settings of one place. */
export interface RkePlace {
  readonly source: Source;
  /** Path of the settings in it. */
  readonly path: string;
  /** Whether all machines have these settings, not only some of them. */
  readonly isForAll: boolean;
}

const ofSome = 'only some of the machines have it; say labels and taints of the pools';

/** Flags of kubelets that only a part of the machines have. */
const someKubeletFlags = { 'node-labels': ofSome, 'register-with-taints': ofSome } as const;

/** Returns texts that may stand in a list, or in one text with commas between them. */
function listed(source: Source, path: string): string[] {
  const said = typeof source.peek(path) === 'string' ? [source.text(path)] : source.texts(path);
  const parts = said.flatMap((text) => (text ?? '').split(','));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Returns the flags of kubelets, those that are kept by their names and messages about the others. */
function kubeletOf(title: string, { isForAll, path, source }: RkePlace) {
  const flags = argumentsAt(source, `${path}.kubelet-arg`);
  const ofSomeOnly = isForAll ? {} : someKubeletFlags;
  const isKept = ({ name }: Flag) => keptKubeletFlags.includes(name) && !(name in ofSomeOnly);
  return {
    named: (name: string) => flags.filter((flag) => isKept(flag) && flag.name === name),
    lines: flagLines(
      title,
      flags.filter((flag) => !isKept(flag)),
      { ...kubeletFlags, ...ofSomeOnly },
    ),
  };
}

/**
 * Returns the labels and taints that all machines have by flags of their kubelets. Rancher overwrites `node-label`
 * and `node-taint` with those of the machine pool.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/capr/planner/config.go `addLabels`, `addTaints`
 */
function nodeKeysOf(title: string, named: (name: string) => readonly Flag[]) {
  const labels: NodeLabels[] = named('node-labels').map((flag) => labelsOfFlag(title, flag));
  return {
    labels: Object.assign({}, ...labels.map((one) => one.labels)) as Record<string, string>,
    taints: named('register-with-taints').flatMap(taintsOfFlag),
    lines: labels.flatMap((one) => one.lines),
  };
}

/** Returns the pod networks of RKE2, or whether K3s has its own one. */
function networksOf(source: Source, at: (key: string) => string): string[] {
  const backend = source.text(at('flannel-backend'));
  const ofK3s = backend === undefined || backend === 'none' ? backend : 'flannel';
  return [...listed(source, at('cni')), ...(ofK3s === undefined ? [] : [ofK3s])];
}

/**
 * Returns the settings of RKE2 or K3s at one place of a Cluster.
 *
 * @param title - of the Cluster, for messages.
 * @see https://docs.rke2.io/reference/server_config
 */
export function rkeConfigOf(title: string, place: RkePlace): RkeSettings {
  const { path, source } = place;
  const at = (key: string) => `${path}.${key}`;
  const kubelet = kubeletOf(title, place);
  const nodes = nodeKeysOf(title, kubelet.named);
  const { lines, network } = networkOf(title, source, {
    dnsDomain: at('cluster-domain'),
    pods: at('cluster-cidr'),
    services: at('service-cidr'),
  });
  takeUsual(
    source,
    Object.fromEntries(Object.entries(usualOfRke).map(([key, values]) => [at(key), values])),
  );
  const withoutProxy = source.text(at('disable-kube-proxy'));
  return {
    networks: networksOf(source, at),
    isWithoutProxy: withoutProxy === undefined ? undefined : withoutProxy === 'true',
    addresses: network,
    alternativeNames: listed(source, at('tls-san')),
    isForAll: place.isForAll,
    labels: nodes.labels,
    taints: nodes.taints,
    shared: {
      maxPods: kubelet.named('max-pods')[0]?.value,
      servingCertificates: kubelet.named('rotate-server-certificates')[0]?.value,
      ntp: [],
    },
    lines: [
      ...lines,
      ...nodes.lines,
      ...kubelet.lines,
      ...flagLines(title, argumentsAt(source, at('kube-apiserver-arg')), apiServerFlags),
      ...programArguments.flatMap((key) =>
        flagLines(title, argumentsAt(source, at(key)), otherFlags),
      ),
    ],
  };
}
