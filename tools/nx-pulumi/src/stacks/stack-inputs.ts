// SPDX-License-Identifier: Apache-2.0
import type { Pin, ProgramName, Release } from '@strata/contracts';
import { findRelease, releaseContentFile } from '@strata/contracts/releases';
import { profileFile } from '@strata/user-cluster/profile-names';
import type { Stack } from './list-stacks.ts';

type Pins = Readonly<Record<string, Pin>>;

/** Which manifests of a release the stacks of a program install; undefined: it knows no release. */
const installs: Readonly<Record<ProgramName, ((release: Release) => Pins) | undefined>> = {
  infra: undefined,
  'kubevirt-stack': ({ components }) => components,
  addons: ({ optional }) => optional,
  'user-cluster': ({ components, tenant }) => ({
    ...tenant,
    'snapshot-controller': components['snapshot-controller'],
  }),
};

/** Where the versions are that all releases have in common. */
const ofEveryRelease = releaseContentFile('unchanged');

const lockFile = (component: string, version: string) =>
  `packages/manifests/locks/${component}-${version}.json`;

/** The files of its release that can change what a stack's preview says. */
function releaseInputs({ program, release: name }: Stack): string[] {
  const pinsOf = installs[program];
  if (pinsOf === undefined) return [];
  const release = name === undefined ? undefined : findRelease(name);
  // Nobody knows which one it runs, so it may be any.
  if (release === undefined) return [releaseContentFile('*'), lockFile('*', '*')];
  const locks = Object.entries(pinsOf(release)).map(([component, { version }]) =>
    lockFile(component, version),
  );
  return [releaseContentFile(release.name), ofEveryRelease, ...locks];
}

/** The files below stacks/, and of releases, that can change what a stack's preview says. */
export function stackInputs(stack: Stack): string[] {
  const { environment, file, profiles = [] } = stack;
  return [
    file,
    ...profiles.map(profileFile),
    `stacks/address-plan/${environment}.yaml`,
    `stacks/policies/${environment}.json`,
    `stacks/blast-radius/${environment}.yaml`,
    ...releaseInputs(stack),
  ];
}
