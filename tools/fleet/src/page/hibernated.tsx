// SPDX-License-Identifier: Apache-2.0
import type { Source } from '../model.ts';
import { Figure, From, State } from './parts.tsx';

/** Renders that a cluster has no VMs in its pools; of every other cluster, nothing. */
export function Hibernated({ source }: { readonly source: Source | undefined }) {
  return source === undefined ? null : <State tone="calm">hibernated</State>;
}

/** Renders the same with its place. */
export function HibernatedFigure({
  source,
  within,
}: {
  readonly source: Source | undefined;
  /** File of the cluster. */
  readonly within: string;
}) {
  if (source === undefined) return null;
  const from = <From source={source} within={within} />;
  return <Figure label="Pools" value={<Hibernated source={source} />} note={from} />;
}
