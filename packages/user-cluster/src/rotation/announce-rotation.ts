// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';
import {
  foundSteps,
  generationsAt,
  machineWords,
  phaseIndex,
  rotatedKeys,
  stepOf,
  stepWords,
} from './rotation-steps.ts';
import type { FoundSteps, RotatedKey, Rotation } from './rotation-steps.ts';

type Facts = Pick<ClusterContext, 'backupSteps' | 'config' | 'keySteps' | 'poolSteps'>;

/** A line of a preview. */
export interface RotationLine {
  readonly severity: 'info' | 'warn';
  readonly text: string;
}

const runbook = 'docs/runbooks/rotate-keys.md';

/** Whether all is over after a phase, by its place among the three. */
const isLast = (step: number) => phaseIndex(step) === 2;

/** Returns what the begin of a rotation means for backups whose key no phase gives to VMs any more. */
function lostBackups(generation: number): string {
  if (generation < 3) return '';
  return `. Backups from before "finish" of generation ${generation - 1} can no longer be restored by a phase, but by hand`;
}

/** Effect of each phase of a rotation, by key, in the order of the phases. */
const effects: Readonly<Record<RotatedKey, (rotation: Rotation) => readonly string[]>> = {
  serviceAccount: ({ generation }) => [
    `every API server accepts tokens that the key of generation ${generation} signs, and generation ${generation - 1} still signs; ` +
      'before "sign", wait an hour, and give the new key to all who verify tokens outside of the cluster',
    `generation ${generation} signs, and tokens of generation ${generation - 1} stay valid; wait until pods have new ones before "finish"`,
    `tokens that generation ${generation - 1} signed become invalid: kubelets renew those of pods within a day, programs that read ` +
      'their token only once must have been started anew (such a token lives for up to a year), and Secrets of the type ' +
      'kubernetes.io/service-account-token must have been made anew',
  ],
  encryption: ({ generation }) => [
    `every API server can read Secrets that the key of generation ${generation} encrypts, and generation ${generation - 1} still encrypts` +
      lostBackups(generation),
    `generation ${generation} encrypts, and every API server can still read what generation ${generation - 1} has encrypted`,
    `no API server can read what generation ${generation - 1} has encrypted: before any VM is replaced, all Secrets are encrypted anew. ` +
      'Make a backup before and one after; the state keeps the old key for older backups',
  ],
  authority: ({ generation }) => [
    `all VMs, new pods and all kubeconfigs trust generation ${generation} as well, and generation ${generation - 1} still signs; ` +
      'before "sign", start pods of control-plane nodes anew, and give everybody their kubeconfigs anew',
    `generation ${generation} signs, and certificates of generation ${generation - 1} stay valid; before "finish", give everybody their kubeconfigs anew`,
    `certificates that generation ${generation - 1} signed become invalid, such as those in kubeconfigs from before "sign"; afterwards, ` +
      'take it out of what aggregated APIs trust',
  ],
  etcdAuthority: ({ generation }) => [
    `members of etcd, API servers and backups trust generation ${generation} as well, and generation ${generation - 1} still signs; ` +
      'before "sign", have everything else that asks etcd trust both',
    `generation ${generation} signs, and certificates of generation ${generation - 1} stay valid; before "finish", give everything else that ` +
      'asks etcd a new certificate',
    `certificates that generation ${generation - 1} signed become invalid: nobody reads or writes etcd with one of them any more`,
  ],
  frontProxyAuthority: ({ generation }) => [
    `API servers, and aggregated APIs by what API servers write for them, trust generation ${generation} as well, and generation ${generation - 1} still signs; ` +
      'before "sign", start aggregated APIs anew that read it only once',
    `generation ${generation} signs, and aggregated APIs still trust generation ${generation - 1}`,
    `API servers no longer trust generation ${generation - 1}; afterwards, take it out of what aggregated APIs trust`,
  ],
};

const controlPlaneAlone =
  'replaces each VM of the control plane, one after the other, and no VM of a pool';

/** How a phase replaces VMs, by key. */
const rolls: Readonly<Record<RotatedKey, string>> = {
  serviceAccount: 'replaces each VM of the control plane, one after the other',
  encryption: 'replaces each VM of the control plane, one after the other',
  authority: 'replaces all VMs, those of the control plane first',
  etcdAuthority: controlPlaneAlone,
  frontProxyAuthority: controlPlaneAlone,
};

function lineOf(
  key: RotatedKey,
  rotation: Rotation,
  { backupSteps = [], ...machines }: FoundSteps,
): RotationLine[] {
  const step = stepOf(key, rotation);
  const differs = (one: number) => one !== step;
  const begins = foundSteps(key, machines).some(differs);
  const subject = `keys.${key}: ${stepWords(key, step)}`;
  if (!begins && key === 'etcdAuthority' && backupSteps.some(differs)) {
    const text =
      `${subject} is on ${machineWords(key)}, and this update makes the certificate of backups, which the update ` +
      `before has not reached (${runbook})`;
    return [{ severity: 'info', text }];
  }
  if (!begins && isLast(step)) return [];
  if (!begins) {
    const { known, used } = generationsAt(key, rotation);
    const both = [used, ...known].toSorted((one, other) => one - other).join(' and ');
    return [
      {
        severity: 'info',
        text: `${subject} is on ${machineWords(key)}, which have the keys of generations ${both}; next is ${stepWords(key, step + 1)} (${runbook})`,
      },
    ];
  }
  const effect = effects[key](rotation)[phaseIndex(step)] ?? '';
  return [
    {
      severity: isLast(step) ? 'warn' : 'info',
      text: `${subject} ${rolls[key]}; then ${effect} (${runbook})`,
    },
  ];
}

/** Returns what a preview says about rotations: nothing where no rotation is under way. */
export function rotationLines({ config, ...found }: Facts): RotationLine[] {
  const { backupSteps, ...machines } = found;
  // Without backups an update deletes their certificate.
  const certificate = config.backup === undefined ? {} : { backupSteps };
  return rotatedKeys.flatMap((key) =>
    lineOf(key, config.keys[key], { ...machines, ...certificate }),
  );
}

/** Says in previews which phase of a rotation begins and what it does, or which one comes next. */
export async function announceRotation(facts: Facts): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  for (const { severity, text } of rotationLines(facts)) await pulumi.log[severity](text);
}
