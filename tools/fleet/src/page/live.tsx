// SPDX-License-Identifier: Apache-2.0
import type { ComparedFleet } from '../change-model.ts';
import { differences } from '../live/differences.ts';
import type { Difference } from '../live/differences.ts';
import type { LiveEnvironment, LiveFacts } from '../live/live-schema.ts';
import type { Environment } from '../model.ts';
import { LiveHosts, LivePlaces } from './live-hosts.tsx';
import { LiveBackups, LiveEndings } from './live-times.tsx';
import { LiveClusters, LiveVersions } from './live-versions.tsx';
import { State, Table } from './parts.tsx';
import { hrefOf } from './route.ts';
import { clock } from './times.ts';
import { count } from './units.ts';

/** Returns how many facts could not be read. */
function unreadCount(facts: LiveFacts): number {
  const { cdi, clusters, hosts, kubernetes, kubevirt, machines } = facts;
  const own = [kubernetes, kubevirt, cdi, hosts, machines];
  const all = [...own, ...clusters.flatMap((one) => [one.kubernetes, one.nodes])];
  return all.filter(({ problem }) => problem !== undefined).length;
}

function Differences({
  environment,
  facts,
}: {
  readonly environment: Environment;
  readonly facts: LiveFacts;
}) {
  const all = differences(environment, facts);
  const unread = unreadCount(facts);
  return (
    <section>
      <h2>What differs from the files</h2>
      {all.length === 0 ? (
        <State tone={unread === 0 ? 'good' : 'calm'}>nothing that was read</State>
      ) : (
        <Table
          caption={`What differs from the files in ${environment.name}`}
          head={['What', 'Name', 'By the files', 'Live']}
          rows={all.map(({ live, name, planned, tone, what }) => [
            what,
            name,
            planned,
            <State tone={tone}>{live}</State>,
          ])}
        />
      )}
      {unread === 0 ? null : <p>{count(unread, 'reading')} could not be compared: see below.</p>}
    </section>
  );
}

function EnvironmentLive({
  environment,
  live,
}: {
  readonly environment: Environment;
  readonly live: LiveEnvironment;
}) {
  if (live.problem !== undefined) {
    return (
      <p class="unknown">
        Not known: {live.problem} ({clock(live.at)})
      </p>
    );
  }
  const facts = live.value;
  return (
    <>
      <p class="note">
        Read from outputs of stacks and from clusters until {clock(live.at)}; each fact has the time
        of its own reading.
      </p>
      <Differences {...{ environment, facts }} />
      <LiveVersions {...{ environment, facts }} />
      <LiveHosts facts={facts} />
      <LivePlaces {...{ environment, facts }} />
      <LiveClusters facts={facts} />
      <LiveEndings facts={facts} />
      <LiveBackups {...{ environment, facts }} />
    </>
  );
}

function summary(all: readonly Difference[]) {
  const bad = all.filter(({ tone }) => tone === 'bad').length;
  if (all.length === 0) return <State tone="good">nothing that was read</State>;
  return <State tone={bad > 0 ? 'bad' : 'warn'}>{count(all.length, 'difference')}</State>;
}

function fleetRow(environment: Environment, live: LiveEnvironment | undefined) {
  const link = (
    <a href={hrefOf({ environment: environment.name, view: 'live' })}>{environment.name}</a>
  );
  if (live?.value === undefined) {
    const problem = live?.problem ?? 'not read';
    return [link, <State tone="warn">not known</State>, '', '', '', problem];
  }
  const { clusters, hosts, machines } = live.value;
  const ready = <T extends { readonly ready: unknown }>(all: readonly T[], is: T['ready']) =>
    `${all.filter((one) => one.ready === is).length} of ${all.length}`;
  const reached = clusters.filter(({ kubernetes }) => kubernetes.problem === undefined).length;
  return [
    link,
    summary(differences(environment, live.value)),
    hosts.value === undefined ? 'not known' : ready(hosts.value, 'ready'),
    machines.value === undefined ? 'not known' : ready(machines.value, true),
    `${reached} of ${clusters.length}`,
    hosts.problem ?? `read ${clock(live.at)}`,
  ];
}

function FleetLive({ fleet }: { readonly fleet: ComparedFleet }) {
  return (
    <Table
      caption="Environments as they are live"
      head={[
        'Environment',
        'Differs from the files',
        'Hosts ready',
        'Machines ready',
        'User clusters reached',
        'Read',
      ]}
      rows={fleet.environments.map((one) =>
        fleetRow(
          one,
          fleet.live?.find(({ name }) => name === one.name),
        ),
      )}
    />
  );
}

/** Renders what stacks and clusters say, of one environment or of all. */
export function Live({
  environment,
  fleet,
}: {
  readonly fleet: ComparedFleet;
  readonly environment?: Environment;
}) {
  if (fleet.live === undefined) {
    return (
      <p>
        This page was made of files alone. <code>npx strata fleet --live</code> also reads stacks
        and clusters.
      </p>
    );
  }
  if (environment === undefined) return <FleetLive fleet={fleet} />;
  const live = fleet.live.find(({ name }) => name === environment.name);
  if (live === undefined) return <p>{environment.name} was not read.</p>;
  return <EnvironmentLive {...{ environment, live }} />;
}
