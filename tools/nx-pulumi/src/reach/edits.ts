// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';

/** Programs whose stacks an edit reaches: those that plan something else, and those that read them. */
const programs = {
  none: [],
  'user clusters': ['user-cluster'],
  'optional operators': ['addons'],
  'platforms, and what stands on them': ['kubevirt-stack', 'addons', 'user-cluster'],
  all: ['infra', 'kubevirt-stack', 'addons', 'user-cluster'],
} as const satisfies Readonly<Record<string, readonly ProgramName[]>>;

/** How the table calls a set of programs. */
export type Reached = keyof typeof programs;

/** A change of one file, as somebody would make it. */
export interface Edit {
  readonly what: string;
  readonly file: string;
  /** A text that stands in the file, and what takes its place. */
  readonly from: string;
  readonly to: string;
  readonly reaches: Reached;
  /**
   * What `nx affected` says, which knows the name of the file and not what was changed in it.
   *
   * @default as `reaches`
   */
  readonly byName?: Reached;
}

const licence = '// SPDX-License-Identifier: Apache-2.0';
const lastLine = `${licence}\n\n// The words of a comment.`;

const contracts = 'packages/contracts/src';

const nothing: readonly Edit[] = [
  {
    what: 'the words of a comment that every program reads past',
    file: `${contracts}/labels.ts`,
    from: '/** The worker pool a VM belongs to. */',
    to: '/** The pool of workers that a VM belongs to. */',
    reaches: 'none',
    byName: 'all',
  },
  {
    what: 'a comment, and the lines of all that stands below it',
    file: 'packages/user-cluster/src/provision-cluster.ts',
    from: licence,
    to: lastLine,
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
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'none',
  },
  {
    what: 'the mocks of unit tests',
    file: 'packages/testing/src/recording.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
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
    file: `${contracts}/blast-radius/describe-blast-radius.ts`,
    from: `'nodes-roll': ['rolls',`,
    to: `'nodes-roll': ['replaces',`,
    reaches: 'none',
  },
  {
    what: 'how the capacity of an environment is described',
    file: `${contracts}/capacity/describe-capacity.ts`,
    from: `'all fit'`,
    to: `'all have room'`,
    reaches: 'none',
  },
  {
    what: 'what a generator takes as the next free address',
    file: `${contracts}/address-plan/next-free.ts`,
    from: 'const ipv4Bits = 32;',
    to: 'const ipv4Bits = 31;',
    reaches: 'none',
  },
  {
    what: 'a key of stacks/rings.yaml',
    file: `${contracts}/deployment/rings.ts`,
    from: `'a list of rings, the first one first'`,
    to: `'a list of rings'`,
    reaches: 'none',
  },
  {
    what: 'how a manifest is made',
    file: 'tools/manifests/src/recipes/release-components.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'none',
  },
  {
    what: 'what writes the comment on pull requests',
    file: 'tools/gitops/src/comment/report-words.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'none',
  },
];

const userClusters: readonly Edit[] = [
  {
    what: 'a key of pools',
    file: `${contracts}/config/user-cluster/pool-fields.ts`,
    from: 'maxSurge: wholeNumber(0).default(1)',
    to: 'maxSurge: wholeNumber(0).default(2)',
    reaches: 'user clusters',
  },
  {
    what: 'a script that machines run',
    file: 'packages/user-cluster/src/bootstrap/scripts/bootstrap.sh',
    from: '# SPDX-License-Identifier: Apache-2.0',
    to: '# SPDX-License-Identifier: Apache-2.0\n# It is part of what machines are made of.',
    reaches: 'user clusters',
  },
  {
    what: 'a systemd unit of machines',
    file: 'packages/user-cluster/src/bootstrap/units/kubelet.service',
    from: '[Unit]',
    to: '[Unit]\n# kubelet',
    reaches: 'user clusters',
  },
  {
    what: 'a certificate of the provider plugin',
    file: 'packages/strata-provider/src/keys/certificate-lifecycle.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'user clusters',
  },
  {
    what: 'how the plugin starts',
    file: 'packages/strata-provider/plugin/pulumi-resource-strata',
    from: 'exec node',
    to: 'exec node --no-warnings',
    // Both plugins share the code of their server, so what stands beside it counts for both.
    reaches: 'all',
  },
];

const platforms: readonly Edit[] = [
  {
    what: 'an alert',
    file: 'packages/kubevirt-stack/src/monitoring/alerts/host-alerts.ts',
    from: 'is away',
    to: 'is gone',
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'a key of alerts',
    file: `${contracts}/config/kubevirt-stack/monitoring-alert-fields.ts`,
    from: 'wholeNumber(1).default(60)',
    to: 'wholeNumber(1).default(90)',
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'what the platform decides about a feature gate',
    file: 'packages/kubevirt-stack/src/virtualization/platform-gates.ts',
    from: 'v1.9.0',
    to: 'v1.9.1',
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'what loads manifests',
    file: 'tools/manifests/src/load-manifest.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'the Pod Security level of an optional operator',
    file: 'packages/addons/src/pod-security.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'optional operators',
  },
  {
    what: 'a key of optional operators',
    file: `${contracts}/config/addons-config.ts`,
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'optional operators',
  },
];

const everything: readonly Edit[] = [
  {
    what: 'the value of a label',
    file: `${contracts}/labels.ts`,
    from: `'strata.dev/pool'`,
    to: `'strata.dev/worker-pool'`,
    reaches: 'all',
  },
  {
    what: 'a script that hosts run',
    file: 'packages/infra/src/profile/kubelet.sh',
    from: "kubelet_folders='",
    to: "# It runs on hosts.\nkubelet_folders='",
    reaches: 'all',
  },
  {
    what: 'what runs KubeOne, a process of its own',
    file: 'packages/infra/src/kubeone/runner/run-apply.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'all',
  },
  {
    what: 'how the command plugin reaches a host',
    file: 'packages/command-plugin/src/remote/ssh-session.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'all',
  },
  {
    what: 'a policy',
    file: 'packages/policies/src/rules.ts',
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'all',
  },
  {
    what: 'what is left out of the SDK before a program starts',
    file: `${contracts}/program-start/left-out.ts`,
    from: licence,
    to: `${licence}\nexport const something = 1;`,
    reaches: 'all',
  },
  {
    what: 'the version of a library',
    file: 'package-lock.json',
    from: '"version": "0.1.0"',
    to: '"version": "0.1.1"',
    reaches: 'all',
  },
  {
    what: 'the version of Node',
    file: '.nvmrc',
    from: '24',
    to: '25',
    reaches: 'all',
  },
  {
    what: 'the version of Pulumi',
    file: 'tools/toolchain/pulumi/go.mod',
    from: 'go 1.26',
    to: 'go 1.27',
    reaches: 'all',
  },
  {
    what: 'a file that is no program any more, wherever it is read',
    file: `${contracts}/capacity/describe-capacity.ts`,
    from: `'all fit'`,
    to: `'all fit`,
    reaches: 'all',
  },
];

/** Edits of every kind, and what each reaches. */
export const edits: readonly Edit[] = [...nothing, ...userClusters, ...platforms, ...everything];

/** The programs behind a name of the table. */
export function programsOf(reached: Reached): readonly ProgramName[] {
  return programs[reached];
}
