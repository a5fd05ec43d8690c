// SPDX-License-Identifier: Apache-2.0
import { instanceAt, reset, up, type Instance } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A sandbox of one file alone. */
export interface OwnSandbox {
  /** Where it keeps its state; for files of the test, too. */
  readonly dir: string;
  readonly instance: Instance;
  /** Starts it. */
  readonly up: (settings?: Parameters<typeof up>[1]) => Promise<void>;
  /** Deletes it with all that it has; kept with STRATA_E2E_KEEP=1. */
  readonly remove: () => Promise<void>;
}

/** @param name - of the sandbox, and of its folder in that of all files apart. */
export function ownSandbox(name: string): OwnSandbox {
  const folder = process.env.STRATA_E2E_APART;
  if (folder === undefined) throw new Error('the setup of files apart has not run');
  const dir = join(folder, name);
  mkdirSync(dir);
  const instance = instanceAt(name, dir);
  return {
    dir,
    instance,
    up: async (settings = {}) => {
      await up(instance, settings, silentReport);
    },
    remove: async () => {
      if (process.env.STRATA_E2E_KEEP === undefined) await reset(instance, silentReport);
    },
  };
}
