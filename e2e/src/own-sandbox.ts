// SPDX-License-Identifier: Apache-2.0
import { instanceAt, reset, up, type Instance } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** @param name - of the sandbox, and a part of its folder's: `strata-<name>-*`. */
export function ownSandbox(name: string): OwnSandbox {
  const dir = mkdtempSync(join(tmpdir(), `strata-${name}-`));
  const instance = instanceAt(name, dir);
  return {
    ...{ dir, instance },
    up: async (settings = {}) => {
      await up(instance, settings, silentReport);
    },
    remove: async () => {
      if (process.env.STRATA_E2E_KEEP === undefined) await reset(instance, silentReport);
    },
  };
}
