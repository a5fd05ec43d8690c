// SPDX-License-Identifier: Apache-2.0
import { evaluate, type PolicyWorld } from '@strata/network-policies';
import type { RackSession } from '@strata/sandbox';
import type { Attempt, Outcome } from './attempts.ts';
import type { End } from './isolation-ends.ts';
import { connectFrom, hosts } from './pod-network.ts';

/** One port of every kind: of Kubernetes, of its networks, of images and what else is about. */
export const portClasses: readonly Pick<Attempt, 'protocol' | 'port'>[] = [
  ...[22, 53, 80, 179, 443, 2222, 2379, 2380, 4240, 5000, 6443, 8443, 9100].map(tcp),
  ...[10_250, 10_257, 10_259, 30_000, 32_767, 65_535].map(tcp),
  ...[53, 123, 8472, 8473, 30_000, 32_767].map((port) => ({ protocol: 'UDP' as const, port })),
];

function tcp(port: number) {
  return { protocol: 'TCP' as const, port };
}

/**
 * UDP ports on which every end must listen, because a refused datagram cannot always be told from a
 * lost one.
 */
export const udpPorts = portClasses
  .filter(({ protocol }) => protocol === 'UDP')
  .map(({ port }) => `UDP:${port}`);

/** Sources that try at once; the kernel's queue for the enforcer holds 1024 packets. */
const together = 2;

/** A cell: `from -> to TCP 22`. */
const cell = (from: End, to: End, { protocol, port }: Pick<Attempt, 'protocol' | 'port'>) =>
  `${from.name} -> ${to.name} ${protocol} ${port}`;

const addressOf = ({ policyEnd }: End) =>
  typeof policyEnd === 'string' ? policyEnd : policyEnd.address;

/** Every pair of ends of which the first can send. */
function pairs(ends: readonly End[]): [End, End][] {
  return ends.flatMap((from) =>
    ends.filter((to) => to !== from && isElsewhere(from, to)).map((to): [End, End] => [from, to]),
  );
}

/** Not the same network: what a host sends to itself no policy sees. */
const isElsewhere = (from: End, to: End) =>
  from.place !== undefined &&
  !(from.place === hosts && typeof to.policyEnd === 'string' && isHost(to));
const isHost = ({ policyEnd }: End) =>
  typeof policyEnd === 'string' && policyEnd.startsWith('10.244.25');

/** The cells that are open by what policies say. A pod's own host always reaches it. */
export function predict(policies: PolicyWorld, ends: readonly End[]): string[] {
  return pairs(ends).flatMap(([from, to]) =>
    portClasses
      .filter(
        (port) =>
          from.place === hosts ||
          evaluate(policies, { from: from.policyEnd, to: to.policyEnd, ...port }).allowed,
      )
      .map((port) => cell(from, to, port)),
  );
}

/** Whether a packet arrived: somebody answered, or the receiver's kernel said that nobody listens. */
const hasArrived = (outcome: Outcome | undefined) =>
  outcome !== undefined && ('answer' in outcome || outcome.failure === 'ECONNREFUSED');

/** The cells that are open for packets. */
export async function measure(session: RackSession, ends: readonly End[]): Promise<string[]> {
  const senders = ends.filter(({ place }) => place !== undefined);
  const all = pairs(ends);
  const open: string[][] = senders.map(() => []);
  const waiting = [...senders.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, from] = next;
      const cells = all
        .filter(([sender]) => sender === from)
        .flatMap(([, to]) => portClasses.map((port) => ({ to, port })));
      const outcomes = await connectFrom(
        session,
        from.place ?? hosts,
        cells.map(({ to, port }) => ({ ...port, address: addressOf(to) })),
      );
      open[index] = cells
        .filter((_, position) => hasArrived(outcomes[position]))
        .map(({ to, port }) => cell(from, to, port));
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return open.flat();
}

/** Returns the lines that only one of the two lists has, each with a prefix that names the list. */
export function differences(predicted: readonly string[], measured: readonly string[]): string[] {
  const [foreseen, seen] = [new Set(predicted), new Set(measured)];
  return [
    ...predicted.filter((one) => !seen.has(one)).map((one) => `predicted, and shut: ${one}`),
    ...measured.filter((one) => !foreseen.has(one)).map((one) => `open, and not predicted: ${one}`),
  ];
}
