// SPDX-License-Identifier: Apache-2.0
import { environmentOf, runWorkflowJob } from '@strata/gitops/workflow-steps';
import type { JobResult, StandIn } from '@strata/gitops/workflow-steps';
import type { RackSession } from '@strata/sandbox';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { TeamRepository } from './team-repository.ts';

/** Job of a workflow run, with the contexts that it gets. */
export interface PipelineJob {
  /** `pull-request`, `deploy`, `drift` */
  readonly workflow: string;
  readonly job: string;
  /** The commit that the event is about. */
  readonly commit: string;
  readonly matrix?: Readonly<Record<string, unknown>>;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly needs?: Readonly<Record<string, unknown>>;
}

/** The forge, as a runner sees it. */
export interface PipelineForge {
  /** `owner/name` */
  readonly repository: string;
  readonly url: string;
  readonly token: string;
}

/**
 * Variables that are not passed on to a runner, because it does not have them by itself: workflows
 * set them, steps create them, or they belong to Jest.
 */
const told = ['PULUMI_BACKEND_URL', 'PULUMI_CONFIG_PASSPHRASE', 'PULUMI_HOME', 'NODE_OPTIONS'];

/** The one call of npm that jobs make; what it would bring is there already. */
const npm = `#!/bin/sh
[ "$*" = "ci --ignore-scripts --no-audit --no-fund" ] && exit 0
echo "nobody plays npm $*" >&2
exit 1
`;

/**
 * Runs jobs of the workflows in a repository as a forge would, on a runner inside the rack: each in a
 * clone of its own, by the scripts of its steps. Actions of others are played: clones are made,
 * artifacts are kept by run.
 */
export class Pipeline {
  readonly #folder: string;
  readonly #repository: TeamRepository;
  readonly #session: RackSession;
  readonly #forge: PipelineForge;
  #run = 1000;

  /**
   * @param folder - one of its own.
   */
  constructor(
    folder: string,
    repository: TeamRepository,
    session: RackSession,
    forge: PipelineForge,
  ) {
    this.#folder = folder;
    this.#repository = repository;
    this.#session = session;
    this.#forge = forge;
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'bin/npm'), npm);
    chmodSync(join(folder, 'bin/npm'), 0o755);
  }

  /** ID of the current run; all of its processes have it in their environment. */
  get runId(): string {
    return `${this.#run}`;
  }

  /** The artifacts of the current run. */
  get artifacts(): string {
    return join(this.#folder, 'artifacts', this.runId);
  }

  /** The environment of a runner. */
  get env(): Record<string, string> {
    const env = Object.entries(this.#session.env).filter(([name]) => !told.includes(name));
    return {
      ...Object.fromEntries(env),
      PATH: [join(this.#folder, 'bin'), this.#session.env.PATH ?? ''].join(delimiter),
      GITHUB_REPOSITORY: this.#forge.repository,
      GITHUB_API_URL: this.#forge.url,
      GITHUB_RUN_ID: this.runId,
    };
  }

  /** Begins a run: its jobs share artifacts. */
  startRun(): void {
    this.#run += 1;
  }

  /**
   * Makes a new checkout of a commit in place of that of the job before, as runners of forges do, where
   * all jobs of a repository have the same path. Node then need not compile every module anew.
   */
  checkOut(commit: string): string {
    const root = join(this.#folder, 'checkout');
    this.#repository.checkOut(commit, root);
    return root;
  }

  async job({ commit, event, job, matrix, needs, workflow }: PipelineJob): Promise<JobResult> {
    const root = this.checkOut(commit);
    const { PULUMI_BACKEND_URL = '', PULUMI_CONFIG_PASSPHRASE = '' } = this.#session.env;
    // The environments of the forge provide the backend and the passphrase; a job without an
    // environment gets neither.
    const file = `.github/workflows/${workflow}.yml`;
    const isInEnvironment = environmentOf(root, file, job) !== undefined;
    return runWorkflowJob({
      root,
      workflow: file,
      job,
      contexts: {
        github: {
          event: event ?? {},
          repository: this.#forge.repository,
          token: this.#forge.token,
          // Jobs that ask for a branch get its newest commit.
          ref: 'refs/heads/main',
        },
        runner: { os: 'Linux' },
        vars: isInEnvironment ? { STRATA_BACKENDS: `sandbox=${PULUMI_BACKEND_URL}` } : {},
        secrets: isInEnvironment
          ? { STRATA_PASSPHRASES: `sandbox=${PULUMI_CONFIG_PASSPHRASE}` }
          : {},
        ...(matrix !== undefined && { matrix }),
        ...(needs !== undefined && { needs }),
      },
      env: this.env,
      enter: (command) => this.#session.commandLine(command, root),
      actions: this.#actions(root),
    });
  }

  #actions(root: string): Readonly<Record<string, StandIn>> {
    const nothing = () => undefined;
    return {
      'actions/checkout': ({ ref }) => {
        if (ref !== undefined) this.#repository.checkOut(ref, root);
      },
      'actions/setup-node': nothing,
      'actions/setup-go': nothing,
      'actions/cache': nothing,
      'actions/upload-artifact': ({ name = '', path = '' }) => {
        const from = join(root, path);
        if (!existsSync(from)) return;
        // A single file keeps its name in the artifact, as with upstream.
        const inside = statSync(from).isFile() ? basename(from) : '.';
        cpSync(from, join(this.artifacts, name, inside), { recursive: true });
      },
      'actions/download-artifact': ({ name, path = '', pattern = '' }) => {
        const all = existsSync(this.artifacts) ? readdirSync(this.artifacts) : [];
        const prefix = pattern.replace('*', '');
        const found = all.filter(
          (one) => one === name || (name === undefined && one.startsWith(prefix)),
        );
        if (name !== undefined && found.length === 0)
          throw new Error(`there is no artifact ${name}`);
        for (const one of found) {
          cpSync(join(this.artifacts, one), join(root, path), { recursive: true });
        }
      },
    };
  }
}
