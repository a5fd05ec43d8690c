// SPDX-License-Identifier: Apache-2.0
import { runProgram } from './run-program.ts';
import type { Ended } from './run-program.ts';

/** Where the backups of a cluster are. */
export interface RepositoryAccess {
  readonly repository: string;
  readonly password: string;
}

/** Variables of restic's own and of Pulumi that it is not to have. */
const others = /^(PULUMI_|STRATA_|RESTIC_(?!CACERT))/;

/**
 * Restic on one repository, which it only reads: it sets no lock, so it is in nobody's way, and a backup
 * that deletes older ones meanwhile is not in its.
 */
export class Restic {
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #signal: AbortSignal;

  /**
   * @param program - path of restic.
   * @param env - has the credentials of the server, and is where restic's own password is added.
   */
  constructor(
    program: string,
    { password, repository }: RepositoryAccess,
    env: NodeJS.ProcessEnv,
    signal: AbortSignal,
  ) {
    const passed = Object.entries(env).filter(([name]) => !others.test(name));
    this.#program = program;
    this.#signal = signal;
    this.#env = {
      ...Object.fromEntries(passed),
      RESTIC_REPOSITORY: repository,
      RESTIC_PASSWORD: password,
    };
  }

  /** Runs one command to its end. */
  run(...args: readonly string[]): Promise<Ended> {
    const options = { env: this.#env, signal: this.#signal };
    return runProgram(this.#program, ['--no-lock', '--no-cache', ...args], options);
  }
}
