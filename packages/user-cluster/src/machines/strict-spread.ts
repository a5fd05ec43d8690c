// SPDX-License-Identifier: Apache-2.0

/** A strict spread (`DoNotSchedule`) of a group of VMs, when one of its hosts is drained. */
export interface DrainedSpread {
  readonly replicas: number;
  /** How many domains the VMs are spread over, that of the drained host included. */
  readonly domains: number;
  readonly maxSkew: number;
  /**
   * Whether VMs migrate: the pod that a VM leaves counts until it has left. A VM that shuts down
   * counts nowhere until it is back.
   */
  readonly migrates: boolean;
}

/** Returns how many VMs each domain has, those with the most first. */
function balanced({ replicas, domains }: DrainedSpread): number[] {
  return Array.from({ length: domains }, (_, index) =>
    Math.floor((replicas + domains - 1 - index) / domains),
  );
}

/**
 * Returns how many VMs find no place in the other domains, while their domain's only host is drained:
 * that host is cordoned, and still a domain, with fewer and fewer VMs, to which the others are compared.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/scheduler/framework/plugins/podtopologyspread/filtering.go
 * `Filter`: matchNum + selfMatchNum - minMatchNum > maxSkew
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/scheduler/framework/plugins/podtopologyspread/common.go
 * `filterTopologySpreadConstraints`: NodeTaintsPolicy is Ignore, so cordoned nodes count
 */
export function withoutPlace(spread: DrainedSpread): number {
  const [onHost = 0, ...others] = balanced(spread);
  let found = 0;
  for (let left = onHost; left > 0; left -= 1) {
    const emptiest = Math.min(...others);
    const counted = spread.migrates ? left : left - 1;
    if (emptiest + 1 - Math.min(counted, emptiest) > spread.maxSkew) {
      found += 1;
    } else {
      others[others.indexOf(emptiest)] = emptiest + 1;
    }
  }
  return found;
}
