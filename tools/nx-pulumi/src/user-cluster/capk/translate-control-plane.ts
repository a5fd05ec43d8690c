// SPDX-License-Identifier: Apache-2.0
import { controlPlaneReplicaLines } from '../translate/control-plane-replicas.ts';
import { flagLines, flagsAt } from '../translate/flags.ts';
import { apiServerFlags, otherFlags } from '../translate/kubernetes-flags.ts';
import { leftOutLines } from '../translate/left-out.ts';
import { networkOf } from '../translate/network-settings.ts';
import type { NetworkSettings } from '../translate/network-settings.ts';
import { taintsAt } from '../translate/node-keys.ts';
import type { PlatformParts } from '../translate/platform-parts.ts';
import type { SharedKeys } from '../translate/shared-keys.ts';
import { Source } from '../translate/source.ts';
import { withValues } from '../translate/with-values.ts';
import { drainOf } from './drain-timeout.ts';
import { leftOutOfControlPlanes } from './left-out.ts';
import { controlPlaneConfigPath, leftOutOfControlPlaneConfigs } from './left-out-kubeadm.ts';
import { labelsOfMachines } from './machine-labels.ts';
import type { MachineOwner } from './read-capk-file.ts';
import { translateKubeadm } from './translate-kubeadm.ts';
import { translateMachine } from './translate-machine.ts';

/** A control plane, and what somebody should look at. */
export interface TranslatedControlPlane {
  readonly title: string;
  readonly controlPlane: Readonly<Record<string, unknown>>;
  /** Whether kubeadm installs no kube-proxy. */
  readonly isWithoutProxy: boolean;
  readonly network: NetworkSettings;
  readonly shared: SharedKeys;
  /** Version of Kubernetes as the KubeadmControlPlane has it. */
  readonly version: string | undefined;
  readonly lines: readonly string[];
}

const cluster = `${controlPlaneConfigPath}.clusterConfiguration`;

const init = `${controlPlaneConfigPath}.initConfiguration`;

/** `Networking` of v1beta1; v1beta2 has none. */
const networkPaths = {
  dnsDomain: `${cluster}.networking.dnsDomain`,
  pods: `${cluster}.networking.podSubnet`,
  services: `${cluster}.networking.serviceSubnet`,
};

/** The phase of kubeadm that installs kube-proxy. */
const proxyPhase = 'addon/kube-proxy';

/** Returns messages about phases of kubeadm that are left out, other than that of kube-proxy. */
function phaseLines(title: string, phases: readonly string[]): string[] {
  return phases
    .filter((phase) => phase !== proxyPhase)
    .map(
      (phase) => `${title}: ${init}.skipPhases ${phase} is left out: Strata says how kubeadm runs`,
    );
}

/** Returns messages about flags of the programs of a control plane, none of which has a key of its own. */
function programLines(title: string, source: Source): string[] {
  const programs = {
    apiServer: apiServerFlags,
    controllerManager: otherFlags,
    scheduler: otherFlags,
    'etcd.local': otherFlags,
  };
  return Object.entries(programs).flatMap(([program, reasons]) =>
    flagLines(title, flagsAt(source, `${cluster}.${program}.extraArgs`), reasons),
  );
}

/** Returns the message about control planes that take pods like other nodes. */
function taintLines(title: string, source: Source): string[] {
  const path = `${init}.nodeRegistration.taints`;
  const taints = source.peek(path);
  if (!Array.isArray(taints) || taints.length > 0) return [];
  return [
    `${title}: ${path} is empty, which is left out: the nodes of a control plane take no pods of others`,
  ];
}

/**
 * Returns the control plane that a KubeadmControlPlane asks for, with its template.
 *
 * @throws Error when one of their numbers is none.
 */
export function translateControlPlane(
  { owner, template }: MachineOwner,
  platform: PlatformParts,
): TranslatedControlPlane {
  const source = new Source(owner);
  const title = `KubeadmControlPlane ${source.text('metadata.name') ?? '?'}`;
  const ofMachine = translateMachine(template, platform);
  const kubeadm = translateKubeadm(title, source, controlPlaneConfigPath, [
    'initConfiguration',
    'joinConfiguration',
  ]);
  const labels = labelsOfMachines(title, source, 'spec.machineTemplate.metadata.labels');
  const drain = drainOf(title, source, {
    v1beta1: 'spec.machineTemplate',
    v1beta2: 'spec.machineTemplate.spec',
  });
  const phases = source.texts(`${init}.skipPhases`);
  const alternativeNames = source.texts(`${cluster}.apiServer.certSANs`);
  const controlPlane = withValues({
    ...ofMachine.keys,
    endpoint: withValues({ alternativeNames }),
    authorizedKeys: kubeadm.authorizedKeys,
    cloudInit: kubeadm.cloudInit,
    labels: { ...kubeadm.labels, ...labels.labels },
    taints: [
      ...kubeadm.taints,
      ...taintsAt(source, 'spec.machineTemplate.taints'),
      ...taintsAt(source, 'spec.machineTemplate.spec.taints'),
    ],
    drain: drain.drain,
  });
  const { lines: networkLines, network } = networkOf(title, source, networkPaths);
  const version = source.text('spec.version');
  const reasons = {
    ...leftOutOfControlPlanes,
    ...leftOutOfControlPlaneConfigs,
    'metadata.name': '',
  };
  return {
    title,
    controlPlane,
    isWithoutProxy: phases.includes(proxyPhase),
    network,
    shared: kubeadm.shared,
    version,
    lines: [
      ...networkLines,
      ...controlPlaneReplicaLines(title, 'spec.replicas', source.text('spec.replicas') ?? '1'),
      ...phaseLines(title, phases),
      ...programLines(title, source),
      ...taintLines(title, source),
      ...labels.lines,
      ...drain.lines,
      ...kubeadm.lines,
      ...leftOutLines(title, source, reasons),
      ...ofMachine.lines,
    ],
  };
}
