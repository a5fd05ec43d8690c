// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from 'preact';
import type { Reading } from '../live/live-schema.ts';
import { Facts, State } from './parts.tsx';
import { clock } from './times.ts';

/** Renders where a value was read, and when. */
export function ReadFrom({ reading }: { readonly reading: Reading<unknown> }) {
  return (
    <span class="from">
      {reading.from === 'outputs' ? 'outputs of the stack ' : 'cluster: '}
      <span class="key">{reading.place}</span>, read {clock(reading.at)}
    </span>
  );
}

/** Renders a value in a cell of a table, or the reason why it is unknown. */
export function ReadCell<T>({
  children,
  reading,
}: {
  readonly reading: Reading<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  if (reading.problem === undefined) return <>{children(reading.value)}</>;
  return (
    <>
      <State tone="warn">not known</State> {reading.problem}
    </>
  );
}

/** Renders a section about one reading, with its place and time. */
export function ReadSection<T>({
  children,
  reading,
  title,
}: {
  readonly title: string;
  readonly reading: Reading<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  return (
    <section>
      <h2>{title}</h2>
      <Facts known={reading}>{children}</Facts>
      <p class="note">
        <ReadFrom reading={reading} />
      </p>
    </section>
  );
}
