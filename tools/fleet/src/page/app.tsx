// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Environment, Fleet } from '../model.ts';
import { Addresses } from './addresses.tsx';
import { Clusters } from './clusters.tsx';
import { Header } from './header.tsx';
import { Hosts } from './hosts.tsx';
import { Isolation } from './isolation.tsx';
import { EnvironmentOverview, FleetOverview } from './overview.tsx';
import { parseRoute, views } from './route.ts';
import type { Route } from './route.ts';

function View({
  environment,
  route,
}: {
  readonly environment: Environment;
  readonly route: Route;
}) {
  const { item } = route;
  switch (route.view) {
    case 'overview':
      return <EnvironmentOverview environment={environment} />;
    case 'hosts':
      return <Hosts key={`${environment.name} ${item ?? ''}`} {...{ environment, item }} />;
    case 'clusters':
      return <Clusters {...{ environment, item }} />;
    case 'isolation':
      return <Isolation key={`${environment.name} ${item ?? ''}`} {...{ environment, item }} />;
    case 'addresses':
      return <Addresses environment={environment} />;
  }
}

/** Returns the heading of the page, which is also the title of the window. */
export function titleOf({ environment, view }: Route): string {
  const title = views.find(({ name }) => name === view)?.title ?? '';
  return environment === undefined ? 'The fleet' : `${environment}: ${title.toLowerCase()}`;
}

/** Renders the page for a route, without a browser. */
export function Page({ fleet, route }: { readonly fleet: Fleet; readonly route: Route }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  const title = titleOf(route);
  useEffect(() => {
    document.title = `${title} - Strata`;
    // Moves the focus, so that a screen reader reads the new heading.
    if (!first.current) heading.current?.focus();
    first.current = false;
    if (route.view === 'hosts' && route.item !== undefined) {
      document.getElementById(`host-${route.item}`)?.scrollIntoView({ block: 'center' });
    }
  }, [title, route.item]);
  const environment = fleet.environments.find(({ name }) => name === route.environment);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          heading.current?.focus();
        }}
      >
        To the content
      </a>
      <Header fleet={fleet} route={route} />
      <main id="main">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {environment === undefined ? (
          <FleetOverview fleet={fleet} />
        ) : (
          <View environment={environment} route={route} />
        )}
      </main>
      <footer>
        Everything here is from the files of the repository, as they were when the page was written.
        Nothing was asked of a cluster.
      </footer>
    </>
  );
}

/** Renders the page in a browser and follows the address. */
export function App({ fleet }: { readonly fleet: Fleet }) {
  const names = fleet.environments.map(({ name }) => name);
  const [route, setRoute] = useState(() => parseRoute(location.hash, names));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash, names));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return <Page fleet={fleet} route={route} />;
}
