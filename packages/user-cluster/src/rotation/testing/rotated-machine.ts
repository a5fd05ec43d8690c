// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flagsOf } from '../../restored/flags.ts';
import type { Programs, RunningProgram } from '../../restored/programs.ts';

/** Toolchain of Kubernetes that the machines run. */
export const kubernetes = 'kubernetes-1.35.4';

/** Programs and folder that all machines of a lab share. */
export interface LabParts {
  readonly programs: Programs;
  readonly folder: string;
}

/**
 * A control-plane VM that is taken away and made anew with other keys: real programs, with the files of the
 * VM's user data below a folder of its own.
 */
export abstract class RotatedMachine {
  readonly name: string;
  /** Number of times that it was taken away or got ready; odd while it is not ready. */
  changes = 1;
  protected readonly programs: Programs;
  readonly #root: string;
  #running: RunningProgram[] = [];

  protected constructor(name: string, { folder, programs }: LabParts) {
    this.name = name;
    this.programs = programs;
    this.#root = join(folder, name);
  }

  get isUp(): boolean {
    return this.changes % 2 === 0;
  }

  /** Returns where a file of the machine is: `/etc/strata/ca.crt`. */
  protected path(file: string): string {
    return join(this.#root, file);
  }

  protected write(file: string, content: string): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), content, { mode: 0o600 });
  }

  /** Returns flags with their files below the folder of this machine. */
  protected inside(flags: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(flags).map(([name, file]) => [name, this.path(file)]));
  }

  /**
   * Takes the machine away as a loss of power would, with its files.
   *
   * @param kept - the one folder below the machine's that stays, as a disk of its own does.
   */
  protected async takeAway(kept?: string): Promise<void> {
    if (this.isUp) this.changes += 1;
    await Promise.all(this.#running.map((program) => program.stop()));
    this.#running = [];
    if (!existsSync(this.#root)) return;
    for (const name of readdirSync(this.#root))
      if (name !== kept) rmSync(join(this.#root, name), { recursive: true, force: true });
  }

  /** Starts a program that goes with the machine. */
  protected start(program: string, args: readonly string[]): RunningProgram {
    return this.runs(this.programs.start(program, args));
  }

  /** Has a program go with the machine. */
  protected runs(program: RunningProgram): RunningProgram {
    this.#running.push(program);
    return program;
  }

  /** Says that the machine is ready. */
  protected isReady(): void {
    this.changes += 1;
  }
}

/** Returns the arguments of a controller manager that another one follows within seconds. */
export async function managerArguments(
  flags: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  return flagsOf({
    'bind-address': '127.0.0.1',
    'secure-port': `${await freePort()}`,
    // The one that leads is killed, and nobody waits for its lease here.
    'leader-elect-lease-duration': '8s',
    'leader-elect-renew-deadline': '6s',
    'leader-elect-retry-period': '1s',
    ...flags,
  });
}
