// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import { setTimeout } from 'node:timers/promises';
import { runOverSsh } from '@strata/command-plugin';
import { connectionTo } from '../ssh/index.ts';
import { parseHostFacts, type HostFacts } from './host-facts.ts';
import { scriptFor, type HostPreflightArgs } from './host-preflight.ts';

/** Result of the check of one host. */
export type HostAnswer =
  | { readonly kind: 'fit'; readonly facts: HostFacts }
  /** `report`: every requirement that the host does not meet, as its script prints them. */
  | { readonly kind: 'unfit'; readonly report: string }
  /** `reason`: why the host could not be checked. */
  | { readonly kind: 'silent'; readonly reason: string };

/** Time limit for connection and script together; the script itself takes about a second. */
const answerSeconds = 60;

async function askHost(
  host: HostPreflightArgs['hosts'][number],
  args: HostPreflightArgs,
  scriptArguments: string,
): Promise<HostAnswer> {
  const waiting = {
    signal: AbortSignal.timeout(answerSeconds * 1_000),
    clock: { sleep: (milliseconds: number) => setTimeout(milliseconds) },
    status: () => undefined,
  };
  try {
    const { exitCode, stdout, stderr } = await runOverSsh(
      // Only one attempt: a preview must not wait for a host.
      { ...connectionTo(host, args.ssh), dialErrorLimit: 1 },
      { command: `sh -s ${scriptArguments}`, stdin: scriptFor(host, args) },
      waiting,
    );
    return exitCode === 0
      ? { kind: 'fit', facts: parseHostFacts(host.name, stdout) }
      : { kind: 'unfit', report: stderr };
  } catch (error) {
    return {
      kind: 'silent',
      reason: `host ${host.name} could not be checked: ${messageOf(error)}`,
    };
  }
}

/**
 * Checks all hosts at the same time. It does not use resources, so it also works in a preview. It
 * writes nothing on the hosts.
 *
 * @param nodes - names of hosts that are already nodes; requirements that only hold before a host
 * joins are not checked on them.
 * @param isEncrypted - whether the cluster runs and encrypts its Secrets.
 */
export async function askHosts(
  args: HostPreflightArgs,
  nodes: readonly string[],
  isEncrypted: boolean,
): Promise<HostAnswer[]> {
  return Promise.all(
    args.hosts.map((host) => {
      const when = nodes.includes(host.name) ? 'drift' : 'fresh';
      return askHost(host, args, isEncrypted ? `${when} encrypted` : when);
    }),
  );
}
