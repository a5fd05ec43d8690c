// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { askHosts, type HostAnswer } from './ask-hosts.ts';
import { findTwins } from './find-twins.ts';
import { describeFacts, type HostFacts } from './host-facts.ts';
import { twinReport, type HostPreflightArgs } from './host-preflight.ts';

const factsOf = (answers: readonly HostAnswer[]): HostFacts[] =>
  answers.flatMap((answer) => (answer.kind === 'fit' ? [answer.facts] : []));

/** Reports of hosts that are not fit, and of those that are the same. */
function reportsOf(answers: readonly HostAnswer[]): string[] {
  const twins = findTwins(factsOf(answers));
  return [
    ...answers.flatMap((answer) => (answer.kind === 'unfit' ? [answer.report] : [])),
    ...(twins.length > 0 ? [twinReport(twins)] : []),
  ];
}

/** A preview says all, and goes on: it changes nothing, and hosts are often mended later. */
async function lookInPreview(args: HostPreflightArgs, nodes: readonly string[]): Promise<void> {
  const answers = await askHosts(args, nodes);
  for (const facts of factsOf(answers)) void pulumi.log.info(describeFacts(facts));
  for (const answer of answers) if (answer.kind === 'silent') void pulumi.log.warn(answer.reason);
  for (const report of reportsOf(answers)) {
    void pulumi.log.warn(`${report}\npulumi up stops there before anything is changed.`);
  }
}

/**
 * Asks hosts in every preview and before every update, so that what was fit once and is no more is
 * found before anything is changed. In an update only hosts that are nodes: {@link HostPreflight}
 * asks the others. A node that cannot be asked is a warning alone: it may be what is being mended.
 *
 * @param nodes - names of the hosts that the last run found as nodes.
 * @throws RunError with the reports of all nodes that are not fit, in an update.
 */
export async function lookAtHosts(
  args: HostPreflightArgs,
  nodes: readonly string[],
): Promise<void> {
  if (pulumi.runtime.isDryRun()) return lookInPreview(args, nodes);
  const hosts = args.hosts.filter(({ name }) => nodes.includes(name));
  const answers = await askHosts({ ...args, hosts }, nodes);
  for (const answer of answers) if (answer.kind === 'silent') void pulumi.log.warn(answer.reason);
  const reports = reportsOf(answers);
  if (reports.length > 0) throw new pulumi.RunError(reports.join('\n'));
}
