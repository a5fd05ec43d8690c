// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import type { Problem } from '@strata/contracts';

/** Report of a command. */
export interface Report {
  readonly lines: readonly string[];
  /**
   * Whether what the command looked at must not be applied; the process then ends with exit code 1.
   */
  readonly failed: boolean;
}

/** Problem that a person can fix. Its message is shown without a stack trace. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
  readonly exitCode: number = 1;
}

/** A file that is wrong in itself. */
export class WrongFile extends PlanError {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const lines = problems.map(({ message, path }) => {
      const place = path.length === 0 ? '' : `${formatPath(path)}: `;
      return `\n  ${place}${message}`;
    });
    super(`${file} is wrong:${lines.join('')}`);
    this.file = file;
    this.problems = problems;
  }
}

/** A command line that names what there is not, or says it wrongly. */
export class WrongCommandLine extends PlanError {
  override readonly exitCode = 2;
}

export { messageOf } from '@strata/contracts/message-of';
