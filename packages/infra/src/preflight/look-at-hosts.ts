// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { askHosts, type HostAnswer } from './ask-hosts.ts';
import { findTwins } from './find-twins.ts';
import { describeFacts, type HostFacts } from './host-facts.ts';
import { twinReport, type HostPreflightArgs } from './host-preflight.ts';

const factsOf = (answers: readonly HostAnswer[]): HostFacts[] =>
  answers.flatMap((answer) => (answer.kind === 'fit' ? [answer.facts] : []));

/** Returns the reports of hosts that do not meet their requirements, and of hosts that share unique values. */
function reportsOf(answers: readonly HostAnswer[]): string[] {
  const twins = findTwins(factsOf(answers));
  return [
    ...answers.flatMap((answer) => (answer.kind === 'unfit' ? [answer.report] : [])),
    ...(twins.length > 0 ? [twinReport(twins)] : []),
  ];
}

/** Prints all facts and reports and continues: a preview changes nothing, and hosts are often repaired later. */
async function lookInPreview(
  args: HostPreflightArgs,
  nodes: readonly string[],
  isEncrypted: boolean,
): Promise<void> {
  const answers = await askHosts(args, nodes, isEncrypted);
  for (const facts of factsOf(answers)) void pulumi.log.info(describeFacts(facts));
  for (const answer of answers) if (answer.kind === 'silent') void pulumi.log.warn(answer.reason);
  for (const report of reportsOf(answers)) {
    void pulumi.log.warn(`${report}\npulumi up stops there before anything is changed.`);
  }
}

/**
 * Checks hosts in every preview and before every update, so that a host that no longer meets its
 * requirements is found before anything is changed. An update checks only hosts that are nodes,
 * because {@link HostPreflight} checks the others, and control planes that join a cluster that encrypts
 * its Secrets, because {@link HostPreflight} does not know whether the cluster runs. A node that cannot be checked only causes a
 * warning: this update may be meant to repair it.
 *
 * @param nodes - names of the hosts that the last run found as nodes.
 * @param isEncrypted - whether the cluster runs and encrypts its Secrets.
 * @throws RunError in an update, with the reports of all these hosts that do not meet their requirements.
 */
export async function lookAtHosts(
  args: HostPreflightArgs,
  nodes: readonly string[],
  isEncrypted: boolean,
): Promise<void> {
  if (pulumi.runtime.isDryRun()) return lookInPreview(args, nodes, isEncrypted);
  const hosts = args.hosts.filter(
    ({ name, needs }) => nodes.includes(name) || (isEncrypted && needs.encryptionKey === true),
  );
  const answers = await askHosts({ ...args, hosts }, nodes, isEncrypted);
  for (const answer of answers) if (answer.kind === 'silent') void pulumi.log.warn(answer.reason);
  const reports = reportsOf(answers);
  if (reports.length > 0) throw new pulumi.RunError(reports.join('\n'));
}
