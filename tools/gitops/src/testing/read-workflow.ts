// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Step of a job, with the keys that tests use. */
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: object;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly 'continue-on-error'?: boolean;
}

interface Concurrency {
  readonly group: string;
  readonly 'cancel-in-progress': boolean;
}

interface Job {
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  readonly environment?: string;
  readonly concurrency?: Concurrency;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** Workflow of GitHub, with the keys that tests use. */
export interface Workflow {
  readonly on: Readonly<Record<string, unknown>> & {
    readonly schedule?: readonly { readonly cron: string }[];
  };
  readonly permissions: unknown;
  readonly concurrency?: Concurrency;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Reads a workflow of a repository by the name of its file, such as `deploy.yml`. */
export function readWorkflow(root: string, file: string): Workflow {
  return parse(readFileSync(join(root, '.github/workflows', file), 'utf8')) as Workflow;
}
