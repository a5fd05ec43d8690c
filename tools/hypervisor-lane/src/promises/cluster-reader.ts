// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import type { ClusterObject } from './judge.ts';

/** A kind whose objects could not be read, with kubectl's last line as the reason. */
export class UnreadKind extends Error {
  readonly kind: string;

  constructor(kind: string, reason: string, cause: unknown) {
    super(reason, { cause });
    this.kind = kind;
  }
}

/** Reads the objects of the cluster that KUBECONFIG names, each kind once. */
export class ClusterReader {
  readonly #known = new Map<string, readonly ClusterObject[] | UnreadKind>();

  /** Returns the objects of a kind; none when the cluster does not know the kind. @throws UnreadKind */
  readonly objectsOf = (kind: string): readonly ClusterObject[] => {
    const found = this.#known.get(kind) ?? read(kind);
    this.#known.set(kind, found);
    if (found instanceof UnreadKind) throw found;
    return found;
  };
}

function read(kind: string): readonly ClusterObject[] | UnreadKind {
  const args = ['get', kind, '--all-namespaces', '--output=json', '--request-timeout=60s'];
  try {
    const options = { encoding: 'utf8', maxBuffer: 2 ** 29 } as const;
    const text = execFileSync('kubectl', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    return (JSON.parse(text) as { items: ClusterObject[] }).items;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    if (stderr.includes("the server doesn't have a resource type")) return [];
    const said = stderr.trim();
    return new UnreadKind(kind, said === '' ? message : (said.split('\n').at(-1) ?? said), error);
  }
}
