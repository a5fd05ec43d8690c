// SPDX-License-Identifier: Apache-2.0

/** One command that is run. */
export interface Step {
  readonly argv: readonly string[];
  /**
   * The folder that it is run in; the tool of the repository that it names is still found.
   *
   * @default the root of the repository
   */
  readonly folder?: string;
  /** Shown above what it prints, where several commands are run. */
  readonly title?: string;
  /** The environment whose backend and key it needs; undefined: none, or the sandbox's, which sees to it. */
  readonly environment?: string;
  /** The file that gets what it prints; only this run can read it. */
  readonly into?: string;
  /** The file that gets what it says on its standard error; only this run can read it. */
  readonly errorsInto?: string;
  /** It is run only where this command ends well; else {@link otherwise}, if there is one. */
  readonly when?: readonly string[];
  readonly otherwise?: readonly string[];
  /** It is run only where this command fails. */
  readonly unless?: readonly string[];
  /** It is run although one before it failed. */
  readonly afterFailure?: true;
  /** Its failure is no failure of the whole. */
  readonly mayFail?: true;
}
