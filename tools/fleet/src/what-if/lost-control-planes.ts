// SPDX-License-Identifier: Apache-2.0
import type { Edit } from '../model.ts';
import type { Finding } from './answer.ts';

/** Control planes of an infra cluster, of which a loss takes some. */
export interface ControlPlaneLoss {
  readonly lost: readonly string[];
  readonly all: number;
  readonly left: number;
  /** Members without which etcd serves nothing, and so the API neither. */
  readonly quorum: number;
  readonly hasQuorum: boolean;
}

/** Returns what a loss of hosts leaves of the control planes of the infra cluster. */
export function controlPlaneLoss(
  controlPlanes: readonly string[],
  isLost: (host: string) => boolean,
): ControlPlaneLoss {
  const lost = controlPlanes.filter(isLost);
  const all = controlPlanes.length;
  const left = all - lost.length;
  const quorum = Math.floor(all / 2) + 1;
  return { lost, all, left, quorum, hasQuorum: lost.length === 0 || left >= quorum };
}

/** Runbook for an infra cluster without a quorum. */
const recover = 'docs/runbooks/recover-etcd.md';

/** Returns the tone and the text of what it means that control planes of the infra cluster are lost. */
export function controlPlaneFindings({
  all,
  hasQuorum,
  left,
  lost,
  quorum,
}: ControlPlaneLoss): Omit<Finding, 'environment'>[] {
  if (lost.length === 0) return [];
  const count = `${left} of its ${all} control planes ${left === 1 ? 'is' : 'are'} left, and its etcd needs ${quorum}`;
  return hasQuorum
    ? [{ tone: 'warn', text: `the infra cluster keeps its API: ${count}` }]
    : [
        {
          tone: 'bad',
          text: `the infra cluster loses its API: ${count}. Machines on other hosts run on; none is started, stopped or moved, no volume is attached, and no address of a load balancer changes before ${recover} is done`,
        },
      ];
}

/** Returns what has to be done first, so that anything else can be done. */
export function controlPlaneSteps({ hasQuorum }: ControlPlaneLoss): Edit[] {
  return hasQuorum
    ? []
    : [{ text: 'the API of the infra cluster, before anything else', change: `see ${recover}` }];
}
