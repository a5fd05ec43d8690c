// SPDX-License-Identifier: Apache-2.0
import type { NextHop } from '../model.ts';
import { State } from './parts.tsx';

const hopTones = { ready: 'calm', newest: 'good', blocked: 'bad' } as const;
const hopWords = { ready: 'next update', newest: 'newest', blocked: 'blocked' } as const;

/** Renders the next update. */
export function Hop({ next }: { readonly next: NextHop }) {
  return (
    <p>
      <State tone={hopTones[next.state]}>{hopWords[next.state]}</State> {next.text}
    </p>
  );
}
