// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComparedFleet } from '../change-model.ts';
import type { Environment } from '../model.ts';
import { Addresses } from './addresses.tsx';
import { Changes } from './changes.tsx';
import { Clusters } from './clusters.tsx';
import { Header } from './header.tsx';
import { Hosts } from './hosts.tsx';
import { Isolation } from './isolation.tsx';
import { Live } from './live.tsx';
import { EnvironmentOverview, FleetOverview } from './overview.tsx';
import { parseRoute, views } from './route.ts';
import type { Route } from './route.ts';
import { clock } from './times.ts';
import { WhatIf } from './what-if.tsx';

interface ViewProps {
  readonly fleet: ComparedFleet;
  readonly route: Route;
}

/** Renders a view of all environments together. */
function FleetView({ fleet, route }: ViewProps) {
  const { item } = route;
  if (route.view === 'what-if') return <WhatIf key={item ?? ''} {...{ fleet, route }} />;
  if (route.view === 'live') return <Live fleet={fleet} />;
  return route.view === 'changes' ? <Changes fleet={fleet} /> : <FleetOverview fleet={fleet} />;
}

function View({
  environment,
  fleet,
  route,
}: ViewProps & {
  readonly environment: Environment;
}) {
  const { item } = route;
  switch (route.view) {
    case 'what-if':
      return <WhatIf key={`${environment.name} ${item ?? ''}`} {...{ fleet, route }} />;
    case 'live':
      return <Live {...{ environment, fleet }} />;
    case 'changes':
      return <Changes fleet={fleet} environment={environment.name} />;
    case 'overview':
      return (
        <EnvironmentOverview
          environment={environment}
          ring={fleet.rings.value?.find(({ name }) => name === environment.ring)}
        />
      );
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
export function titleOf({ environment, isBefore, view }: Route): string {
  const title = (views.find(({ name }) => name === view)?.title ?? '').toLowerCase();
  const was = isBefore === true ? ' before the change' : '';
  if (environment !== undefined) return `${environment}: ${title}${was}`;
  return view === 'overview' ? 'The fleet' : `The fleet: ${title}`;
}

/** Returns the environment of a route, as it is or as it was; one that is gone only was. */
function environmentOf({ change, environments }: ComparedFleet, route: Route) {
  const find = (all: readonly Environment[] = []) =>
    all.find(({ name }) => name === route.environment);
  const [before, after] = [find(change?.before), find(environments)];
  return route.isBefore === true ? (before ?? after) : (after ?? before);
}

/** Of a page of the server. */
interface ServedProps {
  /** Undefined for a page that is a file. */
  readonly served?: {
    /** Since when the server does not answer. */
    readonly lostAt: string | undefined;
  };
}

/** Renders what keeps the page from being up to date; a screen reader reads it when it appears. */
function Notice({ fleet, served }: { readonly fleet: ComparedFleet } & Required<ServedProps>) {
  const { lostAt } = served;
  return (
    <div role="status" class="notice">
      {lostAt === undefined ? null : (
        <p class="unknown">
          The server has not answered since {clock(lostAt)}, so this page is as it was then.
        </p>
      )}
      {fleet.isOutdated === true ? (
        <p class="unknown">
          The files have changed and cannot be read, so this page shows them as they were before.
          The terminal of the server says why.
        </p>
      ) : null}
    </div>
  );
}

/** Says where the facts of the page are from. */
function sourcesOf({ live }: ComparedFleet): string {
  const files = 'from the files of the repository, as they were last read';
  return live === undefined
    ? `Everything here is ${files}. Nothing was asked of a cluster.`
    : `The view Live is from outputs of stacks and from clusters; everything else is ${files}.`;
}

/** Renders the page for a route, without a browser. */
export function Page({ fleet, route, served }: ViewProps & ServedProps) {
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
  const environment = environmentOf(fleet, route);
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
      {served === undefined ? null : <Notice fleet={fleet} served={served} />}
      <main id="main">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {environment === undefined ? (
          <FleetView {...{ fleet, route }} />
        ) : (
          <View {...{ environment, fleet, route }} />
        )}
      </main>
      <footer>{sourcesOf(fleet)}</footer>
    </>
  );
}

/** Renders the page in a browser and follows the address. */
export function App({ fleet, ...served }: { readonly fleet: ComparedFleet } & ServedProps) {
  const all = [...fleet.environments, ...(fleet.change?.before ?? [])];
  const names = all.map(({ name }) => name);
  const [route, setRoute] = useState(() => parseRoute(location.hash, names));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash, names));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [names.join()]);
  return <Page fleet={fleet} route={route} {...served} />;
}
