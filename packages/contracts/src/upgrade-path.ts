// SPDX-License-Identifier: Apache-2.0
import type { Release } from './release.ts';
import { releases } from './releases.ts';
import { minorsAhead, nextMinor } from './version-numbers.ts';

/** The versions that an environment runs. */
export interface Installed {
  /** Name of a release; undefined if none is installed. */
  readonly release: string | undefined;
  /** Kubernetes minor, such as `1.35`. */
  readonly kubernetes: string;
}

/** One update, after which everything runs and is supported. */
export type UpgradeStep = { readonly release: string } | { readonly kubernetes: string };

/** Returns whether a release supports a Kubernetes minor. */
export function supportsKubernetes({ kubernetes }: Release, minor: string): boolean {
  const { newest, oldest } = kubernetes;
  return minorsAhead(minor, oldest) >= 0 && minorsAhead(newest, minor) >= 0;
}

/** Returns every state that one supported update leads to. */
function nextStates(
  state: Installed,
  known: readonly Release[],
): { readonly step: UpgradeStep; readonly state: Installed }[] {
  const current = known.find(({ name }) => name === state.release);
  const onward = known.filter(
    (release) =>
      (current === undefined || release.reachableFrom.includes(current.name)) &&
      supportsKubernetes(release, state.kubernetes),
  );
  const newer = nextMinor(state.kubernetes);
  const someRuns = known.some((release) => supportsKubernetes(release, newer));
  const isCarried = current === undefined ? someRuns : supportsKubernetes(current, newer);
  return [
    ...onward.map(({ name }) => ({
      step: { release: name },
      state: { ...state, release: name },
    })),
    ...(isCarried ? [{ step: { kubernetes: newer }, state: { ...state, kubernetes: newer } }] : []),
  ];
}

/**
 * Returns the shortest way from what runs to a release: one KubeVirt minor and one Kubernetes minor
 * at a time, and only over supported pairs of the two.
 *
 * @param known - replaced in tests.
 * @returns undefined if there is no way; empty if there is nothing to do.
 */
export function planUpgrade(
  from: Installed,
  to: string,
  known: readonly Release[] = releases,
): readonly UpgradeStep[] | undefined {
  const isThere = (state: Installed) => {
    const release = known.find(({ name }) => name === to);
    return (
      state.release === to && release !== undefined && supportsKubernetes(release, state.kubernetes)
    );
  };
  const seen = new Set<string>();
  let front: { readonly state: Installed; readonly steps: readonly UpgradeStep[] }[] = [
    { state: from, steps: [] },
  ];
  while (front.length > 0) {
    const arrived = front.find(({ state }) => isThere(state));
    if (arrived !== undefined) return arrived.steps;
    for (const { state } of front) seen.add(JSON.stringify(state));
    front = front
      .flatMap(({ state, steps }) =>
        nextStates(state, known).map((next) => ({ ...next, steps: [...steps, next.step] })),
      )
      .filter(({ state }) => !seen.has(JSON.stringify(state)));
  }
  return undefined;
}

/** Returns the steps as text: `Kubernetes 1.33, then release v1.8`. */
export function describeSteps(steps: readonly UpgradeStep[]): string {
  return steps
    .map((step) =>
      'release' in step ? `release ${step.release}` : `Kubernetes ${step.kubernetes}`,
    )
    .join(', then ');
}
