// SPDX-License-Identifier: Apache-2.0
import { useMemo, useState } from 'preact/hooks';
import type { Environment, IsolationFacts, IsolationWay } from '../model.ts';
import { HeatMap } from './heat-map.tsx';
import type { Pair } from './heat-map.tsx';
import { Behind, Facts, From, State, Table } from './parts.tsx';
import { hrefOf } from './route.ts';
import { count } from './units.ts';

/** Paths of each pair, by `from>to`. */
export type Ways = ReadonlyMap<string, readonly IsolationWay[]>;

function Why({
  facts,
  pair,
  ways,
}: {
  readonly facts: IsolationFacts;
  readonly pair: Pair;
  readonly ways: readonly IsolationWay[];
}) {
  return (
    <section class="why card" aria-live="polite">
      <h2>
        {pair.from} to {pair.to}
      </h2>
      {ways.length === 0 ? (
        <>
          <State tone="good">closed</State>
          <p>
            The policies of both clusters refuse everything that was tried, and no network has
            machines of both:
          </p>
          <ul>
            {facts.tried.map(({ plane, what }) => (
              <li key={plane}>
                <strong>{plane}</strong>: {what}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ul>
          {ways.map(({ by, plane, reason }) => (
            <li key={`${plane} ${by}`}>
              <State tone={reason === undefined ? 'bad' : 'calm'}>
                {reason === undefined ? 'open' : 'meant'}
              </State>{' '}
              <strong>{plane}</strong>: {by}
              {reason === undefined ? '' : `. ${reason}`}
            </li>
          ))}
        </ul>
      )}
      <p class="note">
        Ways that are meant: <From source={facts.intendedSource} />
      </p>
    </section>
  );
}

function Summary({ facts }: { readonly facts: IsolationFacts }) {
  const open = facts.ways.filter(({ reason }) => reason === undefined).length;
  const meant = facts.ways.length - open;
  return (
    <p>
      <State tone={open === 0 ? 'good' : 'bad'}>{count(open, 'open way')}</State>{' '}
      <State tone="calm">{count(meant, 'meant way')}</State> between{' '}
      {count(facts.clusters.length, 'cluster')}. A row is who connects, a column whom: ● open, ○
      meant, empty closed. Choose a cell to see why.
    </p>
  );
}

function Matrix({
  environment,
  facts,
  item,
}: {
  readonly environment: string;
  readonly facts: IsolationFacts;
  readonly item: string | undefined;
}) {
  const [from, to] = (item ?? '').split('>');
  const { clusters } = facts;
  const isPair = clusters.includes(from ?? '') && clusters.includes(to ?? '');
  const [pair, setPair] = useState<Pair | undefined>(
    isPair ? { from: from ?? '', to: to ?? '' } : undefined,
  );
  const ways: Ways = useMemo(
    () => Map.groupBy(facts.ways, (way) => `${way.from}>${way.to}`),
    [facts],
  );
  const choose = (chosen: Pair) => {
    setPair(chosen);
    // Replaces the address by a link to the cell, so that the back button still leads to the
    // previous view.
    const route = { environment, view: 'isolation', item: `${chosen.from}>${chosen.to}` } as const;
    history.replaceState(null, '', hrefOf(route));
  };
  return (
    <>
      <Summary facts={facts} />
      <div class="split wide">
        <HeatMap {...{ clusters, ways, pair, choose }} />
        {pair === undefined ? null : (
          <Why facts={facts} pair={pair} ways={ways.get(`${pair.from}>${pair.to}`) ?? []} />
        )}
      </div>
      <Behind title="Ways as a table">
        {() => (
          <Table
            caption="Ways between user clusters"
            head={['From', 'To', 'Plane', 'By', 'Meant']}
            rows={facts.ways.map((way) => [
              way.from,
              way.to,
              way.plane,
              way.by,
              way.reason ?? 'nobody says so',
            ])}
          />
        )}
      </Behind>
      <p class="note">
        By the policies that the program user-cluster renders from these files; the packets of a
        running cluster were not asked.
      </p>
    </>
  );
}

/** Renders which user clusters reach each other. */
export function Isolation({
  environment,
  item,
}: {
  readonly environment: Environment;
  readonly item?: string | undefined;
}) {
  return (
    <Facts known={environment.isolation}>
      {(facts) =>
        facts.clusters.length < 2 ? (
          <p>There are no two user clusters in {environment.name}.</p>
        ) : (
          <Matrix environment={environment.name} facts={facts} item={item} />
        )
      }
    </Facts>
  );
}
