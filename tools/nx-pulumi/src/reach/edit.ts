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
   * Programs that `nx affected` reports. It knows the name of the file, but not the change in it.
   *
   * @default as `reaches`
   */
  readonly byName?: Reached;
}

/** The first line of every source. */
export const licence = '// SPDX-License-Identifier: Apache-2.0';

/** A source that exports one thing more, which is another text of it and breaks nothing. */
export const oneMoreExport = {
  from: licence,
  to: `${licence}\nexport const something = 1;`,
} as const;

/** The folder that most of the edits are in. */
export const contracts = 'packages/contracts/src';

/** The programs behind a name of the table. */
export function programsOf(reached: Reached): readonly ProgramName[] {
  return programs[reached];
}
