// SPDX-License-Identifier: Apache-2.0
import type { Connection, Policy } from '@strata/network-policies';

/** Ports that a rule of a policy lets through. */
export interface PortRange {
  readonly protocol: Connection['protocol'];
  readonly first: number;
  readonly last: number;
  /** Whether the rule names no ports, so that all protocols and ports are let through. */
  readonly isAll: boolean;
}

type Spec = Policy['spec'];
type Rule = NonNullable<Spec['ingress']>[number] | NonNullable<Spec['egress']>[number];

const protocols = ['TCP', 'UDP', 'SCTP'] as const;

const all = { first: 1, last: 65_535 };

function rangesOfRule({ ports = [] }: Rule): PortRange[] {
  if (ports.length === 0) return protocols.map((protocol) => ({ ...all, protocol, isAll: true }));
  return ports.flatMap(({ endPort, port, protocol: name = 'TCP' }): PortRange[] => {
    const protocol = protocols.find((one) => one === name);
    // Machines have no named ports.
    if (protocol === undefined || typeof port === 'string') return [];
    const range = port === undefined ? all : { first: port, last: endPort ?? port };
    return [{ ...range, protocol, isAll: false }];
  });
}

/** Returns the ports that the policies of a cluster let through in one direction, of any pod. */
export function portRanges(
  policies: readonly Pick<Policy, 'spec'>[],
  direction: 'egress' | 'ingress',
): PortRange[] {
  const rules: readonly Rule[] = policies.flatMap(({ spec }) => spec[direction] ?? []);
  const ranges = rules.flatMap(rangesOfRule);
  return [...new Map(ranges.map((range) => [JSON.stringify(range), range])).values()];
}

/**
 * Returns what rules of both sides let through, a range for each pair of rules. All ports in it are let
 * through or not together, so trying the first one tells about all. Two rules without ports are left out:
 * any port tells about them.
 */
export function sharedRanges(
  egress: readonly PortRange[],
  ingress: readonly PortRange[],
): PortRange[] {
  return egress.flatMap((out) =>
    ingress.flatMap((into): PortRange[] => {
      const [first, last] = [Math.max(out.first, into.first), Math.min(out.last, into.last)];
      const isShared = out.protocol === into.protocol && first <= last;
      if (!isShared || (out.isAll && into.isAll)) return [];
      return [{ protocol: out.protocol, first, last, isAll: false }];
    }),
  );
}
