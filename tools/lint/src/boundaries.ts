// SPDX-License-Identifier: Apache-2.0
import type { Rules } from './oxlint-rules.ts';

/** Projects with the tag may import projects with one of the others. */
interface Constraint {
  readonly sourceTag: string;
  readonly onlyDependOnLibsWithTags: readonly string[];
}

/** Tags of all that is shipped or makes it. */
const built = ['type:contract', 'type:generated', 'type:library', 'type:program', 'type:tool'];

/** Which kind of project may import which. No wildcard: an untagged project fails. */
const depConstraints: readonly Constraint[] = [
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:contract'] },
  {
    sourceTag: 'type:generated',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:tool'],
  },
  {
    sourceTag: 'type:program',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:library'],
  },
  {
    sourceTag: 'type:library',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:library', 'type:start'],
  },
  {
    sourceTag: 'type:policy',
    onlyDependOnLibsWithTags: ['type:contract', 'type:generated', 'type:start'],
  },
  { sourceTag: 'type:start', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contract', 'type:testing'] },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: built,
  },
  {
    sourceTag: 'type:e2e',
    onlyDependOnLibsWithTags: [...built, 'type:testing'],
  },
];

/** Unit tests may use the shared mock harness on top of what their package may use. */
const testDepConstraints = depConstraints.map((constraint) => ({
  ...constraint,
  onlyDependOnLibsWithTags: [
    ...constraint.onlyDependOnLibsWithTags,
    'type:testing',
    // Policies are tested on what programs really make, in environments that tools have checked.
    ...(constraint.sourceTag === 'type:policy' ? ['type:program', 'type:tool'] : []),
  ],
}));

const rule = (constraints: readonly Constraint[]): Rules => ({
  '@nx/enforce-module-boundaries': [
    'error',
    { enforceBuildableLibDependency: false, allow: [], depConstraints: constraints },
  ],
});

/** Rule for what is shipped, and for what only tests import. */
export const boundaries = { shipped: rule(depConstraints), tests: rule(testDepConstraints) };
