// SPDX-License-Identifier: Apache-2.0
import type { Gap } from './written-volume.ts';

/** A node or a pod, as far as moves are seen in it. */
export interface SeenObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: {
    readonly nodeName?: string | undefined;
    readonly taints?: readonly { readonly key: string; readonly timeAdded?: string }[];
  };
}

/** Time that the move of a machine takes: from its cordon to the first line that its program writes elsewhere. */
export interface OwnMove extends Gap {
  /** The machine's node. */
  readonly node: string;
}

interface Stay {
  readonly uid: string;
  readonly node: string;
  /** Since when it has been seen, in milliseconds since 1970. */
  readonly since: number;
}

/** Taint that kube-controller-manager gives a node that is cordoned, with the time. */
const cordoned = 'node.kubernetes.io/unschedulable';

/** Remembers on which nodes programs were, and when these were cordoned. */
export class SeenMoves {
  readonly #cordons = new Map<string, Set<number>>();
  readonly #stays = new Map<string, Stay[]>();

  /** @param at - time at which the nodes and pods were read, in milliseconds since 1970. */
  see(objects: readonly SeenObject[], at: number): void {
    for (const { kind, metadata, spec } of objects) {
      if (kind === 'Node') this.#seeNode(metadata.name, spec.taints ?? []);
      else if (spec.nodeName !== undefined) this.#seePod(metadata, spec.nodeName, at);
    }
  }

  /**
   * Returns the move of the machine that a program was on when it wrote its last line before a gap;
   * undefined if nobody had cordoned it before the end of the gap.
   */
  own(program: string, { from, to }: Gap): OwnMove | undefined {
    const stay = this.#stays.get(program)?.findLast(({ since }) => since <= from);
    if (stay === undefined) return undefined;
    const times = [...(this.#cordons.get(stay.node) ?? [])];
    const begun = times.filter((time) => time >= stay.since && time <= to);
    return begun.length === 0 ? undefined : { node: stay.node, from: Math.max(...begun), to };
  }

  #seeNode(name: string, taints: NonNullable<SeenObject['spec']['taints']>): void {
    const time = taints.find(({ key }) => key === cordoned)?.timeAdded;
    if (time === undefined) return;
    const times = this.#cordons.get(name) ?? new Set();
    this.#cordons.set(name, times.add(Date.parse(time)));
  }

  #seePod({ name, uid }: SeenObject['metadata'], node: string, since: number): void {
    const stays = this.#stays.get(name) ?? [];
    if (stays.at(-1)?.uid === uid) return;
    this.#stays.set(name, [...stays, { uid, node, since }]);
  }
}
