// SPDX-License-Identifier: Apache-2.0

/** A folder below stacks/ whose files commands look for by their names. */
export interface StackFolder {
  readonly folder: string;
  readonly prefix: '' | 'Pulumi.';
  readonly ending: '.json' | '.yaml';
  /** Whether a file is named after an environment that has a stack. */
  readonly ofEnvironment: boolean;
}

const stacks = { prefix: 'Pulumi.', ending: '.yaml', ofEnvironment: false } as const;
const settings = { prefix: '', ending: '.yaml', ofEnvironment: true } as const;

/** Folders of files by name, as `stackFile`, `capacityFile` and their likes name them. */
export const stackFolders: readonly StackFolder[] = [
  { folder: 'infra', ...stacks },
  { folder: 'kubevirt-stack', ...stacks },
  { folder: 'addons', ...stacks, ofEnvironment: true },
  { folder: 'user-cluster', ...stacks },
  { folder: 'address-plan', ...settings },
  { folder: 'blast-radius', ...settings },
  { folder: 'capacity', ...settings },
  { folder: 'drift', ...settings },
  { folder: 'infra-facts', ...settings },
  { folder: 'isolation', ...settings },
  { folder: 'policies', ...settings, ending: '.json' },
  { folder: 'prices', ...settings },
  { folder: 'pull-request-clusters', ...settings },
];

/** Folders that others check (`checkProfiles`), or that only editors read. */
export const otherFolders: readonly string[] = ['profiles', 'schemas'];
