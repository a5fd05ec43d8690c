// SPDX-License-Identifier: Apache-2.0
import type { ExpiryFact } from '../model.ts';
import { Figure, From, State } from './parts.tsx';

const tones = { later: 'calm', soon: 'warn', over: 'bad' } as const;
const words = { later: 'expires', soon: 'expires soon:', over: 'has expired:' } as const;

/** Renders the day from which on nobody needs a cluster; of a cluster without one, nothing. */
export function Expiry({ expiry }: { readonly expiry: ExpiryFact | undefined }) {
  if (expiry === undefined) return null;
  const { day, state } = expiry;
  return (
    <State tone={tones[state]}>
      {words[state]} {day}
    </State>
  );
}

/** Renders the same with its place. */
export function ExpiryFigure({
  expiry,
  within,
}: {
  readonly expiry: ExpiryFact | undefined;
  /** File of the cluster. */
  readonly within: string;
}) {
  if (expiry === undefined) return null;
  const from = <From source={expiry.source} within={within} />;
  return <Figure label="Needed until" value={<Expiry expiry={expiry} />} note={from} />;
}
