// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet } from '../model.ts';
import type { Finding } from './answer.ts';
import { inDeploymentOrder } from './deployment-order.ts';

/** Facts that an answer is made of. */
export type Needed = 'clusters' | 'hosts' | 'platform' | 'kubernetes';

/** Returns what an environment has of some facts whose files are wrong or missing, with the reason. */
const missing: Readonly<Record<Needed, (environment: Environment) => readonly string[]>> = {
  clusters: ({ clusters }) =>
    clusters.flatMap(({ facts, name }) =>
      facts.problem === undefined ? [] : [`the cluster "${name}": ${facts.problem}`],
    ),
  hosts: ({ capacity: { problem } }) =>
    problem === undefined ? [] : [`hosts and the machines on them: ${problem}`],
  platform: ({ platform: { problem } }) => (problem === undefined ? [] : [`platform: ${problem}`]),
  kubernetes: ({ kubernetes: { problem } }) =>
    problem === undefined ? [] : [`Kubernetes of the infra cluster: ${problem}`],
};

/** Returns a finding for each thing that an answer leaves out, because its files are wrong or missing. */
export function leftOut(fleet: Fleet, needed: readonly Needed[]): Finding[] {
  return inDeploymentOrder(fleet).flatMap((environment) =>
    [...(environment.unread ?? []), ...needed.flatMap((one) => missing[one](environment))].map(
      (text) => ({
        environment: environment.name,
        tone: 'bad' as const,
        text: `not in this answer: ${text}`,
      }),
    ),
  );
}

/** Returns the message that something is nowhere, with where nobody could look. */
export function nowhere(message: string, holes: readonly Finding[]): string {
  return [message, ...holes.map(({ environment, text }) => `${environment}: ${text}`)].join('\n');
}
