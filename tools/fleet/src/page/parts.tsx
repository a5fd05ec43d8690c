// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Known, Source } from '../model.ts';

/** Renders the place of a fact, which is always a file, never a cluster. */
export function From({
  source,
  within,
}: {
  readonly source: Source;
  /** File that is named above this place; then only the key below its `config` is shown. */
  readonly within?: string;
}) {
  const isWithin = source.file === within;
  const key = isWithin ? source.key.replace(/^config\.[a-z-]+:/, '') : source.key;
  return (
    <span class="from">
      <span class="sr">from the file </span>
      {isWithin ? null : source.file}
      {isWithin || key === '' ? null : ' '}
      {key === '' ? null : <span class="key">{key}</span>}
    </span>
  );
}

/** Renders a fact, or the reason why it is unknown. */
export function Facts<T>({
  known,
  children,
}: {
  readonly known: Known<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  if (known.problem !== undefined) return <p class="unknown">Not known: {known.problem}</p>;
  return <>{children(known.value)}</>;
}

/** Renders the data behind a picture. It is rendered only when opened, because it may be long. */
export function Behind({
  title,
  children,
}: {
  readonly title: string;
  readonly children: () => ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details class="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? children() : null}
    </details>
  );
}

/** Renders a table that scrolls on its own where the page is narrow. */
export function Table({
  caption,
  head,
  rows,
}: {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], index) => (
            <tr key={index}>
              <th scope="row">{first}</th>
              {rest.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders a number with what it counts. */
export function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
}) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd>
        {value}
        {note === undefined ? null : <small>{note}</small>}
      </dd>
    </div>
  );
}

/** Renders a mark with a word, because colour alone is not enough. */
export function State({
  tone,
  children,
}: {
  readonly tone: 'good' | 'warn' | 'bad' | 'calm';
  readonly children: ComponentChildren;
}) {
  return <span class={`state ${tone}`}>{children}</span>;
}
