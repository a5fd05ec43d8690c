// SPDX-License-Identifier: Apache-2.0
import { findRelease, minorOf } from '@strata/contracts';
import { environmentVersions, guestOsOf } from './environment-versions.ts';
import type { EnvironmentVersions, MachineVersions } from './environment-versions.ts';
import { findEnvironment } from './find-environment.ts';
import { hopEdit } from './hop-edit.ts';
import { describeHop, planHops } from './hops/index.ts';
import type { Hop, Present, Target } from './hops/index.ts';
import type { Report } from './report.ts';

/** Input of {@link planUpgradeOf}. */
export interface UpgradeQuestion extends Target {
  readonly environment: string;
  /** Present Kubernetes minor of the infra cluster, where its own file does not give it. */
  readonly presentInfraKubernetes?: string;
  readonly json: boolean;
}

function editLine(hop: Hop, versions: EnvironmentVersions): string {
  const { change, file } = hopEdit(hop, versions);
  return file === undefined ? change : `${file}: ${change}`;
}

function infraKubernetes(
  { factsKubernetes, infraKubernetes: stated, release }: EnvironmentVersions,
  given: string | undefined,
): { readonly minor: string; readonly note: string[] } {
  const known = stated ?? given ?? factsKubernetes;
  if (known !== undefined) return { minor: minorOf(known), note: [] };
  const newest = findRelease(release)?.kubernetes.newest ?? '';
  const note = `No file says what Kubernetes the infra cluster runs; taken to be ${newest}, the newest of release ${release}. --from-infra-kubernetes says another.`;
  return { minor: newest, note: [note] };
}

/** Returns what an environment runs, from the versions in its files. */
export function presentVersions(versions: EnvironmentVersions, infraKubernetes: string): Present {
  const systemOf = (machine: MachineVersions | undefined) => {
    const guestOs = machine && guestOsOf(versions, machine.image);
    return guestOs === undefined ? {} : { guestOs };
  };
  return {
    release: versions.release,
    infraKubernetes,
    ...(versions.addonsFile !== undefined && { hasAddons: true }),
    clusters: versions.clusters.map(({ kubernetes, machines: [controlPlane, ...pools], name }) => ({
      name,
      kubernetes,
      ...systemOf(controlPlane),
      pools: pools.map((pool) => ({
        name: pool.name,
        ...(pool.kubernetes !== undefined && { kubernetes: pool.kubernetes }),
        ...systemOf(pool),
      })),
    })),
  };
}

/**
 * Reports the updates that lead from the versions in the files of an environment to the target.
 *
 * @throws PlanError when there is no such environment.
 */
export function planUpgradeOf(root: string, question: UpgradeQuestion): Report {
  const files = findEnvironment(root, question.environment);
  const versions = environmentVersions(files);
  const { minor, note } = infraKubernetes(versions, question.presentInfraKubernetes);
  const present = presentVersions(versions, minor);
  const plan = planHops(present, question);
  if (question.json) {
    const json = JSON.stringify({ present, ...plan }, undefined, 2);
    return { lines: [json], failed: plan.problem !== undefined };
  }
  if (plan.problem !== undefined) {
    const reason = plan.problem.charAt(0).toUpperCase() + plan.problem.slice(1);
    return { lines: [...note, `${reason}.`], failed: true };
  }
  const lines = plan.hops.flatMap((hop, index) => [
    `${index + 1}. ${describeHop(hop)}`,
    `   ${editLine(hop, versions)}`,
  ]);
  const nothing = `Nothing to do: "${question.environment}" is there already.`;
  return { lines: [...note, ...(lines.length > 0 ? lines : [nothing])], failed: false };
}
