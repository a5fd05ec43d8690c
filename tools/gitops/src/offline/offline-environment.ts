// SPDX-License-Identifier: Apache-2.0
import { offlineVariable } from '@strata/contracts';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { StackIdentity } from '@strata/contracts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { writeFileSync } from 'node:fs';
import { judge } from '../run/preview-stack.ts';
import type { PulumiRun } from '../run/pulumi-process.ts';
import type { Findings } from '../run/findings.ts';
import type { RunContext } from '../run/stack-run.ts';
import { withoutStates } from '../run/stack-environment.ts';
import { kubeconfigVariable } from '../run/kubeconfig-variable.ts';
import { findStack } from '../run/workspace.ts';
import { factsOutputs } from './facts-outputs.ts';
import { serveFacts } from './facts-server.ts';
import type { FactsServer } from './facts-server.ts';
import { OfflineBackend } from './offline-backend.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Preview, and the outputs that the stack would export; undefined when the preview did not
 * complete.
 */
interface Previewed {
  readonly findings: Findings;
  readonly outputs: Values | undefined;
}

const identity = ({ program, stack }: Stack): StackIdentity => ({ project: program, stack });

function outputsOf({ code, events }: PulumiRun): Values | undefined {
  const ends = events.flatMap(({ resOutputsEvent }) => resOutputsEvent ?? []);
  const end = ends.findLast(({ metadata }) => metadata.type === 'pulumi:pulumi:Stack');
  return code === 0 ? (end?.metadata.new?.outputs ?? undefined) : undefined;
}

/** Previews the stacks of one environment from its facts alone. Close it afterwards. */
export class OfflineEnvironment {
  private readonly context: RunContext;
  private readonly facts: InfraFacts;
  private readonly server: FactsServer;
  /** Backend from which stacks read the outputs of those below them. */
  private readonly backend: OfflineBackend;
  /** Backend in which infra has exported nothing yet, as before its first update. */
  private readonly bare: OfflineBackend;
  private readonly previews = new Map<string, Promise<Previewed>>();
  private readonly published = new Map<string, Promise<boolean>>();

  private constructor(context: RunContext, facts: InfraFacts, server: FactsServer) {
    const { root } = context.workspace;
    this.context = context;
    this.facts = facts;
    this.server = server;
    this.backend = new OfflineBackend(root);
    this.bare = new OfflineBackend(root);
  }

  static async open(context: RunContext, facts: InfraFacts): Promise<OfflineEnvironment> {
    return new OfflineEnvironment(context, facts, await serveFacts(facts));
  }

  /** Returns what an update of a stack would make if nothing existed yet. */
  async preview(stack: Stack): Promise<Findings> {
    return (await this.previewed(stack)).findings;
  }

  /** Deletes all temporary data. */
  async close(): Promise<void> {
    await this.server.close();
    this.backend.close();
    this.bare.close();
  }

  private previewed(stack: Stack): Promise<Previewed> {
    const begun = this.previews.get(stack.id) ?? this.run(stack);
    this.previews.set(stack.id, begun);
    return begun;
  }

  private async run(stack: Stack): Promise<Previewed> {
    for (const id of stack.reads) {
      const below = findStack(this.context.workspace, id);
      if (await this.publish(below)) continue;
      const { reason: why = '' } = await this.preview(below);
      const reason = `${id} must come first, and its preview fails:\n${why}`;
      return { findings: { outcome: 'skipped', reason }, outputs: undefined };
    }
    const backend = stack.program === 'infra' ? this.bare : this.backend;
    await backend.prepare(identity(stack));
    const file = await backend.configFile(identity(stack));
    const env = {
      ...withoutStates(this.context.env),
      ...backend.env,
      ...this.kubeconfig(stack),
      [offlineVariable]: 'true',
    };
    const flags = ['preview', '--config-file', file];
    const { findings, run } = await judge({ ...this.context, env }, stack, flags);
    return { findings, outputs: outputsOf(run) };
  }

  /**
   * Publishes a stack's outputs for the stacks above; returns false when its outputs are unknown. Those of
   * infra are the facts, and what its file alone decides.
   */
  private publish(stack: Stack): Promise<boolean> {
    const publish = async () => {
      const { environment, program } = stack;
      if (program === 'infra') {
        const { outputs: promised = {} } = await this.previewed(stack);
        const outputs = factsOutputs(environment, this.facts, {
          kubeconfig: this.server.kubeconfig,
          promised,
        });
        await this.backend.publish(identity(stack), outputs);
        return true;
      }
      const { outputs: values } = await this.previewed(stack);
      if (values === undefined) return false;
      await this.backend.publish(identity(stack), { values, secrets: {} });
      return true;
    };
    const begun = this.published.get(stack.id) ?? publish();
    this.published.set(stack.id, begun);
    return begun;
  }

  /**
   * Writes a kubeconfig of the facts server for a stack that reads an existing infra cluster, and
   * returns the variable that names it.
   */
  private kubeconfig(stack: Stack): Readonly<Record<string, string>> {
    const variable = kubeconfigVariable(this.context.workspace.root, stack);
    if (variable === undefined) return {};
    const path = this.bare.file('kubeconfig');
    writeFileSync(path, this.server.kubeconfig, { mode: 0o600 });
    return { [variable]: path };
  }
}
