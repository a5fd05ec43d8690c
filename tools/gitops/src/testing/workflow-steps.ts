// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runShell } from './run-shell.ts';
import type { Place } from './run-shell.ts';
import { fill, holds } from './workflow-expression.ts';
import type { Contexts } from './workflow-expression.ts';

type Texts = Readonly<Record<string, string>>;
type Scalars = Readonly<Record<string, string | number | boolean>>;

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Scalars;
  readonly env?: Scalars;
  readonly 'continue-on-error'?: boolean;
}

interface Job {
  readonly if?: string;
  readonly environment?: string;
  readonly env?: Scalars;
  readonly outputs?: Texts;
  readonly steps: readonly Step[];
}

/** Result of a step. */
export interface StepResult {
  readonly name: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  /** Output of its shell, from both streams. */
  readonly output: string;
}

/** Result of a job. */
export interface JobResult {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly steps: readonly StepResult[];
  readonly outputs: Texts;
  /** Text that the job wrote into its summary. */
  readonly summary: string;
}

/** Replacement for an external action, which gets the inputs of the step. */
export type StandIn = (inputs: Texts) => void | Promise<void>;

/** Job of a workflow, and its surroundings. */
export interface WorkflowJob extends Pick<Place, 'root' | 'enter'> {
  /** Path such as `.github/workflows/deploy.yml`. */
  readonly workflow: string;
  readonly job: string;
  /** `github`, `vars`, `secrets`, `matrix`, `needs`, ... */
  readonly contexts: Contexts;
  /** Environment variables of all steps in addition to those of the workflow. */
  readonly env: Texts;
  /**
   * Replacements by name without the version, such as `actions/checkout`. Every action that a step
   * uses must have one.
   */
  readonly actions: Readonly<Record<string, StandIn>>;
}

const none = { result: 'skipped', steps: [], outputs: {}, summary: '' } as const;

function texts(values: Scalars = {}, contexts: Contexts, failed: boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fill(String(value), contexts, { failed })]),
  );
}

/** Reads the `NAME=value` lines that steps write for later steps. */
function pairs(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf('=');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
}

/** Files through which steps communicate with the runner. */
class RunnerFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), 'job-'));
  readonly env: Texts;

  constructor() {
    const names = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'];
    this.env = Object.fromEntries(names.map((name) => [name, join(this.#folder, name)]));
    for (const file of Object.values(this.env)) writeFileSync(file, '');
  }

  path(name: string): string {
    return this.env[name] ?? '';
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Runs the steps of a job one after the other, including those of our own actions. */
class JobRun {
  readonly #job: WorkflowJob;
  readonly #jobEnv: Scalars;
  readonly files = new RunnerFiles();
  readonly results: StepResult[] = [];
  readonly #steps: Record<string, { outputs: Texts; outcome: StepResult['outcome'] }> = {};
  failed = false;

  constructor(job: WorkflowJob, jobEnv: Scalars) {
    this.#job = job;
    this.#jobEnv = jobEnv;
  }

  /** @see https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#job-context */
  contexts(inputs: Texts = {}): Contexts {
    const job = { status: this.failed ? 'failure' : 'success' };
    return { ...this.#job.contexts, job, inputs, steps: this.#steps };
  }

  async run(steps: readonly Step[], inputs: Texts = {}): Promise<void> {
    for (const step of steps) {
      const contexts = this.contexts(inputs);
      const name = step.name ?? step.uses ?? step.run ?? '';
      if (!holds(step.if ?? 'success()', contexts, { failed: this.failed })) {
        this.results.push({ name, outcome: 'skipped', output: '' });
        continue;
      }
      if (step.uses?.startsWith('./') === true) await this.#ownAction(step, contexts);
      else this.#note(step, name, await this.#one(step, contexts));
    }
  }

  async #ownAction(step: Step, contexts: Contexts): Promise<void> {
    const path = join(this.#job.root, step.uses ?? '', 'action.yml');
    const action = parse(readFileSync(path, 'utf8')) as {
      readonly inputs?: Readonly<Record<string, { readonly default?: string }>>;
      readonly runs: { readonly steps: readonly Step[] };
    };
    const defaults = Object.entries(action.inputs ?? {}).map(
      ([key, input]) => [key, input.default ?? ''] as const,
    );
    const given = texts(step.with, contexts, this.failed);
    await this.run(action.runs.steps, { ...Object.fromEntries(defaults), ...given });
  }

  async #one(step: Step, contexts: Contexts): Promise<{ code: number; output: string }> {
    if (step.run !== undefined) {
      const path = readFileSync(this.files.path('GITHUB_PATH'), 'utf8').split('\n').filter(Boolean);
      const env = {
        ...this.#job.env,
        ...this.files.env,
        ...pairs(this.files.path('GITHUB_ENV')),
        ...texts(this.#jobEnv, contexts, this.failed),
        ...texts(step.env, contexts, this.failed),
      };
      const known = [...path.reverse(), env.PATH ?? process.env.PATH ?? ''].join(':');
      const script = fill(step.run, contexts, { failed: this.failed });
      return runShell(script, { ...this.#job, env: { ...env, PATH: known } });
    }
    const [name = ''] = (step.uses ?? '').split('@');
    const standIn = this.#job.actions[name];
    if (standIn === undefined) throw new Error(`Nothing stands in for the action ${name}.`);
    try {
      await standIn(texts(step.with, contexts, this.failed));
      return { code: 0, output: '' };
    } catch (error) {
      return { code: 1, output: String(error) };
    }
  }

  #note(step: Step, name: string, { code, output }: { code: number; output: string }): void {
    const outcome = code === 0 ? 'success' : 'failure';
    this.results.push({ name, outcome, output });
    if (code !== 0 && step['continue-on-error'] !== true) this.failed = true;
    if (step.id === undefined) return;
    this.#steps[step.id] = { outputs: pairs(this.files.path('GITHUB_OUTPUT')), outcome };
  }
}

function readJob(root: string, workflow: string, name: string): Job {
  const text = readFileSync(join(root, workflow), 'utf8');
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> };
  const job = jobs[name];
  if (job === undefined) throw new Error(`${workflow} has no job "${name}".`);
  return job;
}

/**
 * Returns the environment that a job names. Only an environment has variables and secrets of its
 * own.
 */
export function environmentOf(root: string, workflow: string, job: string): string | undefined {
  return readJob(root, workflow, job).environment;
}

/**
 * Runs the steps of a job of a workflow in order, in a checkout: their own scripts in a real shell,
 * with conditions and expressions; external actions by replacements. What GitHub does around it
 * (runners, permissions, concurrency, matrices, other jobs) is not simulated.
 */
export async function runWorkflowJob(wanted: WorkflowJob): Promise<JobResult> {
  const job = readJob(wanted.root, wanted.workflow, wanted.job);
  if (!holds(job.if ?? 'success()', wanted.contexts, { failed: false })) return none;
  const run = new JobRun(wanted, job.env ?? {});
  try {
    await run.run(job.steps);
    return {
      result: run.failed ? 'failure' : 'success',
      steps: run.results,
      outputs: texts(job.outputs, run.contexts(), run.failed),
      summary: readFileSync(run.files.path('GITHUB_STEP_SUMMARY'), 'utf8'),
    };
  } finally {
    run.files.remove();
  }
}
