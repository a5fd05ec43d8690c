// SPDX-License-Identifier: Apache-2.0
import type { ChangedFile, FleetChange, KeyChange } from '../change-model.ts';
import { State } from './parts.tsx';
import { count } from './units.ts';

/** Number of keys of one file that are shown. */
const shown = 20;

const kindWords = { new: 'new', removed: 'removed', changed: 'changed' } as const;
const kindTones = { new: 'good', removed: 'bad', changed: 'calm' } as const;

/** Renders a key with its values; a secret has none. */
function Key({ after, before, kind, path, value }: KeyChange) {
  const words = {
    changed: `${before ?? ''} → ${after ?? ''}`,
    added: `added: ${value ?? ''}`,
    removed: `removed: ${value ?? ''}`,
    secret: '(secret) changed',
    moved: 'has another place in its list',
  } as const;
  return (
    <li>
      <code>{path}</code> {words[kind]}
    </li>
  );
}

function Keys({ file: { keys, kind } }: { readonly file: ChangedFile }) {
  if (kind === 'removed') return null;
  if (keys === undefined) return <p class="muted">It cannot be compared as YAML.</p>;
  if (keys.length === 0) return <p class="muted">Comments, or the order of keys.</p>;
  return (
    <ul>
      {keys.slice(0, shown).map((key, index) => (
        <Key key={index} {...key} />
      ))}
      {keys.length > shown ? <li>{keys.length - shown} more</li> : null}
    </ul>
  );
}

function FileStep({ file }: { readonly file: ChangedFile }) {
  const { environment, kind, program, ring, rolls } = file;
  const place = [
    ...(environment === undefined ? [] : [environment]),
    ...(environment === undefined ? [] : [ring === undefined ? 'by hand' : `ring ${ring}`]),
    program ?? 'no stack: limits, plans, facts',
  ].join(', ');
  return (
    <li>
      <small>{place}</small>
      <div>
        <code>{file.file}</code> <State tone={kindTones[kind]}>{kindWords[kind]}</State>
      </div>
      <Keys file={file} />
      {rolls.map(({ machines, what }) => (
        <div key={what}>
          <State tone="warn">can roll</State> {what}: {count(machines, 'machine')}
        </div>
      ))}
    </li>
  );
}

/** Renders the changed files in the order of deployment. */
export function ChangedFiles({ change }: { readonly change: FleetChange }) {
  const { canRollMore, elsewhere, files } = change;
  return (
    <section>
      <h2>In this order</h2>
      {files.length === 0 ? <p>No file under stacks differs.</p> : null}
      <ol class="steps">
        {files.map((file) => (
          <FileStep key={file.file} file={file} />
        ))}
      </ol>
      <p class="note">
        Ring by ring; what begins in a ring that does not end well stops the rings behind it. What
        can roll is by the keys of clusters alone, at most;{' '}
        {canRollMore
          ? 'platforms or code differ, too, and can replace more. '
          : 'nothing else differs that machines are made of. '}
        The full preview says exactly.
      </p>
      {elsewhere.length === 0 ? null : (
        <p class="note">
          Outside stacks:{' '}
          {elsewhere
            .map(({ files: number, place }) => `${place} (${count(number, 'file')})`)
            .join(', ')}
          . What code does to stacks, the preview says.
        </p>
      )}
    </section>
  );
}
