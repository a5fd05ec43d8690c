// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { runOverSsh } from '@strata/command-plugin';
import { messageOf } from '../message-of.ts';
import { connectionTo } from '../ssh/index.ts';
import { parseHostFacts, type HostFacts } from './host-facts.ts';
import { scriptFor, type HostPreflightArgs } from './host-preflight.ts';

/** What became of the question. */
export type HostAnswer =
  | { readonly kind: 'fit'; readonly facts: HostFacts }
  /** `report`: everything that is wrong with it, in its own words. */
  | { readonly kind: 'unfit'; readonly report: string }
  /** `reason`: why it could not be asked. */
  | { readonly kind: 'silent'; readonly reason: string };

/** For all of a host's answer; the script itself takes about a second. */
const answerSeconds = 60;

async function askHost(
  host: HostPreflightArgs['hosts'][number],
  args: HostPreflightArgs,
  isNode: boolean,
): Promise<HostAnswer> {
  const waiting = {
    signal: AbortSignal.timeout(answerSeconds * 1_000),
    clock: { sleep: (milliseconds: number) => setTimeout(milliseconds) },
    status: () => undefined,
  };
  try {
    const { exitCode, stdout, stderr } = await runOverSsh(
      // A preview is not worth waiting for.
      { ...connectionTo(host, args.ssh), dialErrorLimit: 1 },
      { command: `sh -s ${isNode ? 'drift' : 'fresh'}`, stdin: scriptFor(host, args) },
      waiting,
    );
    return exitCode === 0
      ? { kind: 'fit', facts: parseHostFacts(host.name, stdout) }
      : { kind: 'unfit', report: stderr };
  } catch (error) {
    return { kind: 'silent', reason: `host ${host.name} could not be asked: ${messageOf(error)}` };
  }
}

/**
 * Asks hosts at once, without the engine, and so in a preview, too. Nothing is written on them.
 *
 * @param nodes - names of those that are nodes already: they are not asked what only holds before.
 */
export async function askHosts(
  args: HostPreflightArgs,
  nodes: readonly string[],
): Promise<HostAnswer[]> {
  return Promise.all(args.hosts.map((host) => askHost(host, args, nodes.includes(host.name))));
}
