// SPDX-License-Identifier: Apache-2.0
/** A script that machines or hosts run, and the tests that run it in a shell. */
export interface MeasuredScript {
  /** Path from the root of the repository. */
  readonly script: string;
  /** Paths of its test files. */
  readonly tests: readonly string[];
}

const ofMachines = 'packages/user-cluster/src/bootstrap/scripts';
const ofHosts = 'packages/infra/src/profile';

/** Scripts by the name by which a command line selects them. */
export const measuredScripts = {
  drain: {
    script: `${ofMachines}/drain.sh`,
    tests: [`${ofMachines}/drain.test.ts`, `${ofMachines}/real-templates.test.ts`],
  },
  'keep-node': {
    script: `${ofMachines}/keep-node.sh`,
    tests: [`${ofMachines}/keep-node.test.ts`, `${ofMachines}/real-templates.test.ts`],
  },
  'remove-lost-member': {
    script: `${ofMachines}/remove-lost-member.sh`,
    tests: [`${ofMachines}/remove-lost-member.test.ts`],
  },
  'install-kubernetes': {
    script: `${ofMachines}/install-kubernetes.sh`,
    tests: [`${ofMachines}/install-kubernetes.test.ts`],
  },
  bootstrap: {
    script: `${ofMachines}/bootstrap.sh`,
    tests: [
      `${ofMachines}/bootstrap.test.ts`,
      `${ofMachines}/addons.test.ts`,
      `${ofMachines}/first-of-three.test.ts`,
      `${ofMachines}/join-between-phases.test.ts`,
    ],
  },
  'follow-hosts': {
    script: 'packages/user-cluster/src/cloud/scripts/follow-hosts.sh',
    tests: ['packages/user-cluster/src/cloud/scripts/follow-hosts.test.ts'],
  },
  bridges: {
    script: `${ofHosts}/bridges.sh`,
    tests: [
      `${ofHosts}/host-bridges.test.ts`,
      `${ofHosts}/changed-bridges.test.ts`,
      `${ofHosts}/repaired-bridges.test.ts`,
      `${ofHosts}/foreign-bridges.test.ts`,
    ],
  },
  kubelet: {
    script: `${ofHosts}/kubelet.sh`,
    tests: [
      `${ofHosts}/kubelet-files.test.ts`,
      `${ofHosts}/changed-kubelet.test.ts`,
      `${ofHosts}/undone-profile.test.ts`,
      `${ofHosts}/profile-under-kubeone.test.ts`,
    ],
  },
} as const satisfies Readonly<Record<string, MeasuredScript>>;

/** Name of a script that is measured. */
export type ScriptName = keyof typeof measuredScripts;
