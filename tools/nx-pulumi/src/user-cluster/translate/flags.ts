// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import type { Source } from './source.ts';

/** A flag of a program of Kubernetes. */
export interface Flag {
  readonly name: string;
  readonly value: string;
  /** Where it stands, for messages; in lists, with its name. */
  readonly place: string;
}

/**
 * Returns the flags at a path, all of which count as read: a mapping in v1beta1, a list of names and values
 * in v1beta2.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/bootstrap/kubeadm/v1beta2/kubeadm_types.go `Arg`
 */
export function flagsAt(source: Source, path: string): readonly Flag[] {
  const flags = source.peek(path);
  if (isMapping(flags)) {
    source.take(path);
    return Object.entries(flags).map(([name, value]) => ({
      name,
      value: String(value),
      place: `${source.pathOf(path)}.${name}`,
    }));
  }
  return source.entries(path).map((one) => {
    const name = one.text('name') ?? '?';
    return { name, value: one.text('value') ?? '', place: `${one.pathOf('')} (${name})` };
  });
}

/**
 * Returns the flags of a list of texts such as `max-pods=200`, all of which count as read; one without a value is
 * a switch that is on. RKE2 takes a single text, too.
 *
 * @see https://docs.rke2.io/reference/server_config
 */
export function argumentsAt(source: Source, path: string): readonly Flag[] {
  const said = source.peek(path);
  const single = typeof said === 'string' ? [source.text(path) ?? ''] : undefined;
  return (single ?? source.texts(path)).map((text, index) => {
    // Nothing behind a space is told: it is no part of a name, and may be a secret.
    const [, name = '', , value = 'true'] = /^(?:--)?([^=\s]*)(=([\s\S]*))?/.exec(text) ?? [];
    const place = single === undefined ? `${path}[${index}]` : path;
    return { name, value, place: `${source.pathOf(place)} (${name})` };
  });
}

/**
 * Returns messages about flags that are not kept.
 *
 * @param reasons - by the beginnings of names; the longest one counts.
 */
export function flagLines(
  title: string,
  flags: readonly Flag[],
  reasons: Readonly<Record<string, string>>,
): string[] {
  return flags.flatMap(({ name, place }) => {
    const [beginning = ''] = Object.keys(reasons)
      .filter((one) => name.startsWith(one))
      .sort((one, other) => other.length - one.length);
    const reason = reasons[beginning] ?? '';
    return reason === '' ? [] : [`${title}: ${place} is left out: ${reason}`];
  });
}
