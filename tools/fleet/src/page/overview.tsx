// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet, Ring, Source } from '../model.ts';
import { Cost, sumText } from './cost.tsx';
import { Dashboards } from './dashboards.tsx';
import { Expiry } from './expiry.tsx';
import { Hibernated } from './hibernated.tsx';
import { Hop } from './hop.tsx';
import { Facts, Figure, From, State, Table } from './parts.tsx';
import { Records } from './records.tsx';
import { hrefOf } from './route.ts';
import { count, percent, short } from './units.ts';
import { Windows, WindowsSection } from './windows.tsx';

/** Draws the use of the hosts' memory as a bar. */
function MemoryBar({ environment }: { readonly environment: Environment }) {
  const { value } = environment.capacity;
  if (value === undefined) return <span class="muted">not known</span>;
  const used = percent(value.memoryGiB, value.hostMemoryGiB);
  return (
    <span class="level">
      <span class="track" aria-hidden="true">
        <span class="fill" style={{ width: used }} />
      </span>
      {value.memoryGiB.toLocaleString('en')} of {value.hostMemoryGiB.toLocaleString('en')} GiB
    </span>
  );
}

function EnvironmentLink({ name }: { readonly name: string }) {
  return <a href={hrefOf({ environment: name, view: 'overview' })}>{name}</a>;
}

function RoomState({ environment }: { readonly environment: Environment }) {
  const { value } = environment.capacity;
  if (value === undefined) return <State tone="warn">not known</State>;
  return value.problems.length === 0 ? (
    <State tone="good">limits kept</State>
  ) : (
    <State tone="bad">{count(value.problems.length, 'limit')} not kept</State>
  );
}

/** Renders the order in which a change reaches environments. */
function Rings({ fleet }: { readonly fleet: Fleet }) {
  const byHand = fleet.environments.filter(({ ring }) => ring === undefined);
  return (
    <section>
      <h2>Rings</h2>
      <Facts known={fleet.rings}>
        {(rings) => (
          <ol class="rings">
            {rings.map((ring) => (
              <li key={ring.name} class="card">
                <h3>{ring.name}</h3>
                <p>{ring.environments.join(', ')}</p>
                {ring.windows === undefined ? (
                  <From source={ring.source} />
                ) : (
                  <Windows ring={ring} />
                )}
              </li>
            ))}
            {byHand.length === 0 ? null : (
              <li class="card aside">
                <h3>by hand</h3>
                <p>{byHand.map(({ name }) => name).join(', ')}</p>
                <small>no deployment touches these</small>
              </li>
            )}
          </ol>
        )}
      </Facts>
    </section>
  );
}

function Contradictions({ places }: { readonly places: readonly Source[] }) {
  if (places.length === 0) return null;
  return (
    <section class="alert">
      <h2>{count(places.length, 'place')} that cannot be read or contradict others</h2>
      <p>
        <code>npx nx run plan-check:check-plan</code> says what is wrong.
      </p>
      <ul>
        {places.map((source) => (
          <li key={`${source.file} ${source.key}`}>
            <From source={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders all environments, a row each; what they cost only where one has prices. */
function Environments({ environments }: { readonly environments: readonly Environment[] }) {
  const arePriced = environments.some(({ cost }) => cost !== undefined);
  return (
    <Table
      caption="Environments of the fleet"
      head={[
        'Environment',
        'Ring',
        'Release',
        'KubeVirt',
        'CDI',
        'Kubernetes',
        'Clusters',
        'Hosts',
        'Machines',
        'Memory of hosts',
        'Capacity',
        ...(arePriced ? ['Cost a month'] : []),
      ]}
      rows={environments.map((one) => [
        <EnvironmentLink name={one.name} />,
        one.ring ?? 'by hand',
        one.platform.value?.release ?? 'not known',
        one.platform.value?.kubevirt ?? '',
        one.platform.value?.cdi ?? '',
        one.kubernetes.value?.version ?? 'not known',
        one.clusters.length,
        one.capacity.value?.hosts.length ?? '',
        one.capacity.value?.machines ?? '',
        <MemoryBar environment={one} />,
        <RoomState environment={one} />,
        ...(arePriced ? [sumText(one.cost, ({ all }) => all.sum)] : []),
      ])}
    />
  );
}

/** Renders an overview of all environments. */
export function FleetOverview({ fleet }: { readonly fleet: Fleet }) {
  const { environments } = fleet;
  const sum = (of: (one: Environment) => number) =>
    environments.reduce((total, one) => total + of(one), 0);
  return (
    <>
      <dl class="figures">
        <Figure label="Environments" value={environments.length} />
        <Figure label="User clusters" value={sum(({ clusters }) => clusters.length)} />
        <Figure label="Hosts" value={sum(({ capacity }) => capacity.value?.hosts.length ?? 0)} />
        <Figure label="Machines" value={sum(({ capacity }) => capacity.value?.machines ?? 0)} />
      </dl>
      <Contradictions places={fleet.contradictions} />
      <section>
        <h2>Environments</h2>
        <Environments environments={environments} />
      </section>
      <p class="note">
        From the files stacks/kubevirt-stack/Pulumi.*.yaml (release), stacks/infra (Kubernetes),
        stacks/infra-facts (hosts), stacks/user-cluster (clusters, machines), stacks/capacity
        (limits); the page of each environment names file and key of each fact.
      </p>
      <Rings fleet={fleet} />
    </>
  );
}

function Versions({ environment }: { readonly environment: Environment }) {
  const { kubernetes, platform } = environment;
  return (
    <section>
      <h2>Versions</h2>
      <Facts known={platform}>
        {({ cdi, contents, kubevirt, next, release, source }) => (
          <>
            <dl class="figures">
              <Figure label="Release" value={release} note={<From source={source} />} />
              <Figure label="KubeVirt" value={kubevirt} note={<From source={contents} />} />
              <Figure label="CDI" value={cdi} note={<From source={contents} />} />
              {kubernetes.value === undefined ? null : (
                <Figure
                  label="Kubernetes of the infra cluster"
                  value={kubernetes.value.version}
                  note={<From source={kubernetes.value.source} />}
                />
              )}
            </dl>
            <Hop next={next} />
          </>
        )}
      </Facts>
    </section>
  );
}

function UserClusters({ environment }: { readonly environment: Environment }) {
  return (
    <section>
      <h2>User clusters</h2>
      <Table
        caption={`User clusters of ${environment.name}`}
        head={['Cluster', 'Kubernetes', 'Machines', 'Profiles', 'Next update']}
        rows={environment.clusters.map(({ facts, name, profiles }) => [
          <>
            <a href={hrefOf({ environment: environment.name, view: 'clusters', item: name })}>
              {name}
            </a>{' '}
            <Expiry expiry={facts.value?.expiry} /> <Hibernated source={facts.value?.hibernated} />
          </>,
          facts.value?.kubernetes ?? 'not known',
          facts.value?.groups.reduce((sum, { machines }) => sum + machines, 0) ?? '',
          profiles.join(', '),
          facts.value?.next.text ?? facts.problem,
        ])}
      />
    </section>
  );
}

/** Renders an overview of one environment. */
export function EnvironmentOverview({
  environment,
  ring,
}: {
  readonly environment: Environment;
  /** Undefined when no deployment touches the environment. */
  readonly ring: Ring | undefined;
}) {
  return (
    <>
      <Versions environment={environment} />
      <Dashboards environment={environment} view="overview" />
      <WindowsSection ring={ring} />
      <section>
        <h2>Capacity</h2>
        <Facts known={environment.capacity}>
          {(capacity) => (
            <>
              <dl class="figures">
                <Figure
                  label="Hosts"
                  value={capacity.hosts.length}
                  note={<From source={capacity.sources.hosts} />}
                />
                <Figure label="Machines" value={capacity.machines} />
                <Figure
                  label="Memory"
                  value={`${short(capacity.freeMemoryPercent)} % free`}
                  note={`${capacity.memoryGiB.toLocaleString('en')} of ${capacity.hostMemoryGiB.toLocaleString('en')} GiB used`}
                />
                <Figure
                  label="Virtual CPUs for one of a host"
                  value={short(capacity.cpuOvercommit)}
                  note={`at most ${capacity.cpuAllocationRatio} by cpuAllocationRatio`}
                />
              </dl>
              <RoomState environment={environment} />
              <ul class="problems">
                {capacity.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </>
          )}
        </Facts>
      </section>
      <Cost environment={environment} />
      <UserClusters environment={environment} />
      <Records heading="h2" of={environment.name} records={environment.records} />
    </>
  );
}
