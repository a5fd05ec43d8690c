// SPDX-License-Identifier: Apache-2.0
import { runProgram } from './run-program.ts';
import type { Ended, RunOptions } from './run-program.ts';

/** Where the backups of a cluster are, and what opens them. */
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
  readonly #options: RunOptions;

  /**
   * @param program - path of restic.
   * @param options - their environment has the credentials of the server.
   */
  constructor(
    program: string,
    { password, repository }: RepositoryAccess,
    { env, signal }: RunOptions,
  ) {
    const passed = Object.entries(env).filter(([name]) => !others.test(name));
    const own = { RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: password };
    this.#program = program;
    this.#options = { env: { ...Object.fromEntries(passed), ...own }, signal };
  }

  /**
   * Runs one command to its end.
   *
   * @param limit - milliseconds after which it is ended. Default: none.
   */
  run(args: readonly string[], limit?: number): Promise<Ended> {
    const { env, signal } = this.#options;
    const signals = [signal, ...(limit === undefined ? [] : [AbortSignal.timeout(limit)])];
    return runProgram(this.#program, ['--no-lock', '--no-cache', ...args], {
      env,
      signal: AbortSignal.any(signals),
    });
  }
}
