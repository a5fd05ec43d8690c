// SPDX-License-Identifier: Apache-2.0
import { leftOutLines } from '../translate/left-out.ts';
import { taintsAt } from '../translate/node-keys.ts';
import type { PlatformParts } from '../translate/platform-parts.ts';
import { rolloutOf } from '../translate/rollout.ts';
import type { SharedKeys } from '../translate/shared-keys.ts';
import { Source } from '../translate/source.ts';
import { withValues } from '../translate/with-values.ts';
import { drainOf } from './drain-timeout.ts';
import { leftOutOfDeployments } from './left-out.ts';
import { leftOutOfWorkerConfigs, workerConfigPath } from './left-out-kubeadm.ts';
import { labelsOfMachines } from './machine-labels.ts';
import type { MachineOwner } from './read-capk-file.ts';
import { translateKubeadm } from './translate-kubeadm.ts';
import { translateMachine } from './translate-machine.ts';

/** A pool, and what somebody should look at. */
export interface TranslatedPool {
  readonly title: string;
  readonly pool: Readonly<Record<string, unknown>>;
  readonly shared: SharedKeys;
  /** Version of Kubernetes as the MachineDeployment has it. */
  readonly version: string | undefined;
  readonly lines: readonly string[];
}

const machine = 'spec.template.spec';

const bootstrapReference = `${machine}.bootstrap.configRef`;

/** Returns what a KubeadmConfigTemplate says; nothing where there is none. */
function bootstrapOf(bootstrap: object | undefined) {
  const source = new Source(bootstrap ?? {});
  const title = `KubeadmConfigTemplate ${source.text('metadata.name') ?? '?'}`;
  const kubeadm = translateKubeadm(title, source, workerConfigPath, ['joinConfiguration']);
  const rest = leftOutLines(title, source, leftOutOfWorkerConfigs);
  return { ...kubeadm, lines: [...kubeadm.lines, ...rest] };
}

/**
 * Returns the pool that a MachineDeployment of Cluster API asks for, with its templates.
 *
 * @throws Error when one of their numbers is none.
 */
export function translatePool(
  { bootstrap, owner, template }: MachineOwner,
  platform: PlatformParts,
): TranslatedPool {
  const source = new Source(owner);
  const name = source.text('metadata.name') ?? '';
  const title = `MachineDeployment ${name}`;
  const ofMachine = translateMachine(template, platform);
  const kubeadm = bootstrapOf(bootstrap);
  // Its object, or why there is none, is told elsewhere.
  if (bootstrap !== undefined) source.take(bootstrapReference);
  const rollout = rolloutOf(title, source, {
    replicas: 'spec.replicas',
    strategy: source.peek('spec.rollout') === undefined ? 'spec.strategy' : 'spec.rollout.strategy',
    minReadySeconds: ['spec.minReadySeconds', `${machine}.minReadySeconds`],
  });
  const labels = labelsOfMachines(title, source, 'spec.template.metadata.labels');
  const drain = drainOf(title, source, { v1beta1: machine, v1beta2: machine });
  const pool = withValues({
    name,
    ...rollout.keys,
    ...ofMachine.keys,
    authorizedKeys: kubeadm.authorizedKeys,
    cloudInit: kubeadm.cloudInit,
    labels: { ...kubeadm.labels, ...labels.labels },
    taints: [...kubeadm.taints, ...taintsAt(source, `${machine}.taints`)],
    drain: drain.drain,
  });
  return {
    title,
    pool,
    shared: kubeadm.shared,
    version: source.text(`${machine}.version`),
    lines: [
      ...rollout.lines,
      ...labels.lines,
      ...drain.lines,
      ...leftOutLines(title, source, leftOutOfDeployments),
      ...ofMachine.lines,
      ...kubeadm.lines,
    ],
  };
}
