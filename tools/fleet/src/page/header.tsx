// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Fleet } from '../model.ts';
import { hrefOf, views } from './route.ts';
import type { Route } from './route.ts';
import { search, shown } from './search.ts';
import { ThemeSwitch } from './theme-switch.tsx';
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
      const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
      if (event.key === 'Escape' && isTyping) setQuery('');
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

/** Renders the choice of environment and view, and the search over all environments. */
export function Header({ fleet, route }: { readonly fleet: Fleet; readonly route: Route }) {
  const { environment, view } = route;
  const current = (is: boolean) => (is ? 'page' : undefined);
  return (
    <header>
      <div class="top">
        <a class="brand" href="#" aria-current={current(environment === undefined)}>
          Strata fleet
        </a>
        <span class="live">from files, not live</span>
        <Search fleet={fleet} />
        <ThemeSwitch />
      </div>
      <nav class="tabs" aria-label="Environments">
        {fleet.environments.map(({ name }) => (
          <a
            key={name}
            href={hrefOf({ environment: name, view })}
            aria-current={current(name === environment)}
          >
            {name}
          </a>
        ))}
      </nav>
      {environment === undefined ? null : (
        <nav class="tabs views" aria-label={`Views of ${environment}`}>
          {views.map(({ name, title }) => (
            <a
              key={name}
              href={hrefOf({ environment, view: name })}
              aria-current={current(name === view)}
            >
              {title}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
}
