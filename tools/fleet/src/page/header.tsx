// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComparedFleet } from '../change-model.ts';
import type { Fleet } from '../model.ts';
import { fleetViews, hrefOf, views } from './route.ts';
import type { Route } from './route.ts';
import { search, shown } from './search.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { clock } from './times.ts';
import { count } from './units.ts';

/** Renders search results as links. */
export function Results({
  choose,
  fleet,
  query,
}: {
  readonly fleet: Fleet;
  readonly query: string;
  readonly choose: () => void;
}) {
  const found = search(fleet, query);
  return (
    <div class="results">
      <p role="status">{count(found.length, 'result')}</p>
      <ul>
        {found.slice(0, shown).map(({ kind, route, text }, index) => (
          <li key={index}>
            <a href={hrefOf(route)} onClick={choose}>
              <small>
                {route.environment} {kind}
              </small>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {found.length > shown ? <p>The first {shown} are shown: another word leaves fewer.</p> : null}
    </div>
  );
}

function Search({ fleet }: { readonly fleet: Fleet }) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement && ['search', 'text'].includes(event.target.type);
      if (event.key === 'Escape' && event.target === field.current) setQuery('');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <search class="search">
      <input
        ref={field}
        type="search"
        aria-label="Search the fleet"
        placeholder="Search ( / )"
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      {query.trim() === '' ? null : (
        <Results fleet={fleet} query={query} choose={() => setQuery('')} />
      )}
    </search>
  );
}

/** Renders the choice between an environment as it is and as it was, where there are both. */
function Versions({ fleet, route }: { readonly fleet: ComparedFleet; readonly route: Route }) {
  const { environment, isBefore = false } = route;
  const hasBoth = [fleet.environments, fleet.change?.before ?? []].every((all) =>
    all.some(({ name }) => name === environment),
  );
  if (!hasBoth || ['what-if', 'changes', 'live'].includes(route.view)) return null;
  return (
    <nav class="tabs versions" aria-label="Before and after the change">
      {[false, true].map((was) => (
        <a
          key={String(was)}
          href={hrefOf({ ...route, isBefore: was })}
          aria-current={was === isBefore ? 'true' : undefined}
        >
          {was ? 'Before' : 'After'}
        </a>
      ))}
    </nav>
  );
}

function Views({ fleet, route }: { readonly fleet: ComparedFleet; readonly route: Route }) {
  const { environment, view } = route;
  const own = views.filter(
    ({ name }) =>
      (environment !== undefined || fleetViews.includes(name)) &&
      (name !== 'changes' || fleet.change !== undefined) &&
      (name !== 'live' || fleet.live !== undefined),
  );
  return (
    <nav class="tabs views" aria-label={`Views of ${environment ?? 'the fleet'}`}>
      {own.map(({ name, title }) => (
        <a
          key={name}
          href={hrefOf({ ...(environment !== undefined && { environment }), view: name })}
          aria-current={name === view ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Returns where the facts are from. */
function origin({ change, files, live }: ComparedFleet): string {
  const commit = change?.to ?? files?.commit;
  const changed = files?.isChanged === true ? ' with uncommitted changes' : '';
  const from = `from files${commit === undefined ? '' : ` of ${commit.slice(0, 10)}${changed}`}`;
  if (live === undefined) return `${from}, not live`;
  const latest = live
    .map(({ at }) => at)
    .sort()
    .at(-1);
  return latest === undefined ? `${from}, and live` : `${from}, and live at ${clock(latest)}`;
}

/** Renders the choice of environment and view, and the search over all environments. */
export function Header({ fleet, route }: { readonly fleet: ComparedFleet; readonly route: Route }) {
  const { environment, view } = route;
  return (
    <header>
      <div class="top">
        <a
          class="brand"
          href="#"
          aria-current={environment === undefined && view === 'overview' ? 'page' : undefined}
        >
          Strata fleet
        </a>
        <span class="live">{origin(fleet)}</span>
        <Search fleet={fleet} />
        <ThemeSwitch />
      </div>
      <nav class="tabs" aria-label="Environments">
        {fleet.environments.map(({ name }) => (
          <a
            key={name}
            href={hrefOf({ environment: name, view })}
            aria-current={name === environment ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <Views {...{ fleet, route }} />
      <Versions {...{ fleet, route }} />
    </header>
  );
}
