// SPDX-License-Identifier: Apache-2.0
import type { Ring } from '../model.ts';
import { From, State } from './parts.tsx';
import { clock } from './times.ts';

/** Renders the maintenance windows of a ring; of a ring that is always open, nothing. */
export function Windows({ ring: { source, windows } }: { readonly ring: Ring }) {
  if (windows === undefined) return null;
  const { at, isOpen, opens, texts } = windows;
  return (
    <>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isOpen ? (
        <State tone="good">open</State>
      ) : (
        <State tone="warn">closed, opens {opens ?? 'never'}</State>
      )}{' '}
      <small>at {clock(at)}</small>{' '}
      <From source={{ file: source.file, key: `${source.key}.windows` }} />
    </>
  );
}

/** Renders when deployments may update the environment of a ring. */
export function WindowsSection({ ring }: { readonly ring: Ring | undefined }) {
  if (ring?.windows === undefined) return null;
  return (
    <section>
      <h2>Maintenance windows</h2>
      <p class="note">
        Of the ring {ring.name}: outside of them a deployment leaves what is due to a later one, and
        what is due in the rings behind it waits, too.
      </p>
      <Windows ring={ring} />
    </section>
  );
}
