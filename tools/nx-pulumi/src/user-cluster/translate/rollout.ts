// SPDX-License-Identifier: Apache-2.0
import { numberAt } from './number-at.ts';
import type { Source } from './source.ts';

/** How a pool changes, and messages about what is not kept. */
export interface Rollout {
  readonly keys: Readonly<Record<string, number | undefined>>;
  readonly lines: readonly string[];
}

/** The only strategy of pools: an update of the stack replaces their machines. */
const rollingUpdate = 'RollingUpdate';

/** Paths of a MachineDeployment, or of a machine pool of Rancher, at which each of these may stand. */
export interface RolloutPaths {
  readonly replicas: string;
  /** Undefined where only `rollingUpdate` is there. */
  readonly strategy?: string;
  readonly minReadySeconds: readonly string[];
}

/**
 * Returns a number of machines that may be a percentage of the replicas.
 *
 * @throws Error when the text at the path is neither.
 */
function shareAt(
  title: string,
  source: Source,
  path: string,
  roundedShare: (percent: number) => number,
): number | undefined {
  const percent = /^(\d+)%$/.exec(source.text(path) ?? '')?.[1];
  return percent === undefined ? numberAt(title, source, path) : roundedShare(Number(percent));
}

/**
 * Returns the replicas of a MachineDeployment and how they are replaced. Percentages are rounded as
 * machine-controller and Cluster API do it: additional machines up, unavailable ones down, and one is
 * unavailable if both are 0.
 *
 * @param title - of the MachineDeployment, for errors and messages.
 * @see https://github.com/kubermatic/machine-controller/blob/main/sdk/apis/cluster/v1alpha1/machinedeployment_types.go `MachineRollingUpdateDeployment`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/internal/controllers/machinedeployment/mdutil/util.go `ResolveFenceposts`
 * @throws Error when one of its numbers is none.
 */
export function rolloutOf(title: string, source: Source, paths: RolloutPaths): Rollout {
  const replicas = numberAt(title, source, paths.replicas) ?? 1;
  const prefix = paths.strategy === undefined ? '' : `${paths.strategy}.`;
  const share = (key: string, round: (share: number) => number) =>
    shareAt(title, source, `${prefix}rollingUpdate.${key}`, (percent) =>
      round((replicas * percent) / 100),
    );
  const maxSurge = share('maxSurge', Math.ceil);
  const unavailable = share('maxUnavailable', Math.floor);
  const isStuck = maxSurge === 0 && unavailable === 0;
  const strategy = source.text(`${prefix}type`) ?? rollingUpdate;
  return {
    keys: {
      replicas,
      maxSurge,
      maxUnavailable: isStuck ? 1 : unavailable,
      minReadySeconds: numberAt(title, source, ...paths.minReadySeconds),
    },
    lines:
      strategy === rollingUpdate
        ? []
        : [
            `${title}: ${source.pathOf(`${prefix}type`)} ${strategy} is left out: an update of the stack replaces the machines of its pools`,
          ],
  };
}
