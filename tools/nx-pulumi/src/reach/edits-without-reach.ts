// SPDX-License-Identifier: Apache-2.0
import { contracts, licence, oneMoreExport } from './edit.ts';
import type { Edit } from './edit.ts';

/** What nobody runs, and what is no other code than before. */
export const editsWithoutReach: readonly Edit[] = [
  {
    what: 'the words of a comment that every program reads past',
    file: `${contracts}/labels.ts`,
    from: '/** The worker pool that a VM belongs to. */',
    to: '/** The pool of workers that a VM belongs to. */',
    reaches: 'none',
    byName: 'all',
  },
  {
    what: 'a comment, and the lines of all that stands below it',
    file: 'packages/user-cluster/src/provision-cluster.ts',
    from: licence,
    to: `${licence}\n\n// The words of a comment.`,
    reaches: 'none',
    byName: 'user clusters',
  },
  {
    what: 'a type',
    file: 'packages/kubevirt-stack/src/monitoring/monitoring.ts',
    from: '  readonly grafana: string | undefined;',
    to: '  readonly grafana?: string | undefined;',
    reaches: 'none',
    byName: 'platforms, and what stands on them',
  },
  {
    what: 'a file of types alone',
    file: `${contracts}/release.ts`,
    from: licence,
    to: `${licence}\nexport type Something = string;`,
    reaches: 'none',
  },
  {
    what: 'a unit test',
    file: 'packages/user-cluster/src/user-cluster.test.ts',
    from: licence,
    to: `${licence}\nexport {};`,
    reaches: 'none',
  },
  {
    what: 'what only tests import',
    file: 'packages/user-cluster/src/test-context.ts',
    ...oneMoreExport,
    reaches: 'none',
  },
  {
    what: 'the mocks of unit tests',
    file: 'packages/testing/src/recording.ts',
    ...oneMoreExport,
    reaches: 'none',
  },
  {
    what: 'an environment that policies must refuse',
    file: 'packages/policies/bad-environments/capacity.yaml',
    from: '# ',
    to: '# A word: ',
    reaches: 'none',
  },
  {
    what: 'the README of a program',
    file: 'packages/user-cluster/README.md',
    from: '# ',
    to: '# The ',
    reaches: 'none',
  },
  {
    what: 'a word of the comment on pull requests',
    file: 'tools/plan-check/src/blast-radius/describe-blast-radius.ts',
    from: `'nodes-roll': ['rolls',`,
    to: `'nodes-roll': ['replaces',`,
    reaches: 'none',
  },
  {
    what: 'how the capacity of an environment is described',
    file: 'tools/plan-check/src/capacity/describe-capacity.ts',
    from: `'all fit'`,
    to: `'all have room'`,
    reaches: 'none',
  },
  {
    what: 'what a generator takes as the next free address',
    file: 'tools/plan-check/src/address-plan/next-free.ts',
    from: 'const ipv4Bits = 32;',
    to: 'const ipv4Bits = 31;',
    reaches: 'none',
  },
  {
    what: 'a key of stacks/rings.yaml',
    file: 'tools/gitops/src/deploy/rings.ts',
    from: `'a list of rings, the first one first'`,
    to: `'a list of rings'`,
    reaches: 'none',
  },
  {
    what: 'how a manifest is made',
    file: 'packages/manifests/src/recipes/release-components.ts',
    ...oneMoreExport,
    reaches: 'none',
  },
  {
    what: 'what writes the comment on pull requests',
    file: 'tools/gitops/src/comment/report-words.ts',
    ...oneMoreExport,
    reaches: 'none',
  },
];
