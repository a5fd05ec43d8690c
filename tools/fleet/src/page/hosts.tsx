// SPDX-License-Identifier: Apache-2.0
import { useState } from 'preact/hooks';
import type { CapacityFacts, Environment, HostFact, Scenario } from '../model.ts';
import { Dashboards } from './dashboards.tsx';
import { HostRow } from './host-bars.tsx';
import { colourOf } from './palette.ts';
import { Behind, Facts, From, State, Table } from './parts.tsx';
import { hrefOf } from './route.ts';
import { count, gib, short } from './units.ts';

/** Number of hosts above which zones are closed at first. */
const manyHosts = 60;

function title({ hostLoss, lost }: Scenario): string {
  if (hostLoss === 0) return 'Now';
  return `${count(hostLoss, 'host')} lost${lost.length === 0 ? '' : `: ${lost.join(', ')}`}`;
}

function Choice({
  chosen,
  choose,
  scenarios,
}: {
  readonly scenarios: readonly Scenario[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}) {
  return (
    <fieldset class="choice">
      <legend class="sr">Which hosts are there</legend>
      {scenarios.map((scenario, index) => (
        <label key={scenario.hostLoss}>
          <input
            type="radio"
            name="scenario"
            checked={index === chosen}
            onChange={() => choose(index)}
          />
          <span>{title(scenario)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Unplaced({ scenario }: { readonly scenario: Scenario }) {
  if (scenario.unplaced.length === 0) return <State tone="good">all machines fit</State>;
  return (
    <div class="alert">
      <State tone="bad">no room</State>
      <ul>
        {scenario.unplaced.map(({ cluster, machines, name }) => (
          <li key={`${cluster}/${name}`}>
            {machines} of {cluster}/{name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Zone({
  hosts,
  isOpen,
  name,
  ...row
}: {
  readonly name: string;
  readonly hosts: readonly HostFact[];
  readonly isOpen: boolean;
  readonly capacity: CapacityFacts;
  readonly colour: (cluster: string) => string;
  readonly scenario: Scenario;
  readonly item: string | undefined;
}) {
  const [open, setOpen] = useState(isOpen || hosts.some((host) => host.name === row.item));
  const { item, ...rest } = row;
  return (
    <details class="zone" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{name}</h2> <small>{count(hosts.length, 'host')}</small>
      </summary>
      {open ? (
        <ul class="hosts">
          {hosts.map((fact) => (
            <HostRow key={fact.name} fact={fact} isChosen={fact.name === item} {...rest} />
          ))}
        </ul>
      ) : null}
    </details>
  );
}

function HostTable({ scenario }: { readonly scenario: Scenario }) {
  return (
    <Table
      caption="Hosts with their machines"
      head={['Host', 'Free memory', 'Free CPUs', 'Machines']}
      rows={scenario.hosts.map((host) => [
        host.name,
        gib(host.freeMemoryMib),
        short(host.freeCpu),
        host.groups.map((one) => `${one.machines} of ${one.cluster}/${one.name}`).join(', '),
      ])}
    />
  );
}

/** Renders the capacity and what is left of it. */
function Room({ capacity }: { readonly capacity: CapacityFacts }) {
  const { cpuOvercommit, freeMemoryPercent, hostCpus, largest, virtualCpus } = capacity;
  return (
    <p>
      {virtualCpus.toLocaleString('en')} virtual CPUs on {hostCpus.toLocaleString('en')} (
      {short(cpuOvercommit)} for 1), {short(freeMemoryPercent)} % of the memory free.{' '}
      {largest === undefined
        ? 'No room for one more machine.'
        : `One more machine: at most ${largest.cpu} CPUs and ${largest.memoryGiB} GiB, on ${largest.host}.`}
    </p>
  );
}

function Legend({ capacity }: { readonly capacity: CapacityFacts }) {
  const { cpuAllocationRatio, reservedCpu, reservedMemoryGiB, sources } = capacity;
  return (
    <p class="note">
      Each bar is as wide as the host is large, each box one machine. Machines are where the planner
      of <code>capacity</code> puts them: one host after the other, the largest machines first.
      Affinity, spread and <code>nodeSelector</code> are not looked at, so a machine is likely to be
      elsewhere. {reservedCpu} CPUs and {reservedMemoryGiB} GiB of each host are not for machines (
      <From source={sources.limits} />
      ). {cpuAllocationRatio} virtual CPUs share one of a host (<From source={sources.sharing} />
      ).
    </p>
  );
}

/** Number of clusters above which names are only in the boxes and in the table. */
const namedColours = 24;

/** Renders the legend of clusters and their colours. */
function Colours({ environment }: { readonly environment: Environment }) {
  const { clusters, name: place } = environment;
  const colour = colourOf(clusters);
  if (clusters.length > namedColours) return null;
  return (
    <ul class="legend" aria-label="Clusters by colour">
      {clusters.map(({ name }) => (
        <li key={name}>
          <span class={`dot ${colour(name)}`} aria-hidden="true" />
          <a href={hrefOf({ environment: place, view: 'clusters', item: name })}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

/** Renders hosts by zone with their VMs, now and with hosts lost. */
export function Hosts({
  environment,
  item,
}: {
  readonly environment: Environment;
  readonly item?: string | undefined;
}) {
  const [chosen, choose] = useState(0);
  const colour = colourOf(environment.clusters);
  return (
    <Facts known={environment.capacity}>
      {(capacity) => {
        const scenario = capacity.scenarios[chosen];
        if (scenario === undefined) return null;
        const zones = [...Map.groupBy(capacity.hosts, ({ zone }) => zone)];
        const isOpen = capacity.hosts.length <= manyHosts;
        return (
          <>
            <div class="tools">
              <Choice scenarios={capacity.scenarios} {...{ chosen, choose }} />
              <Unplaced scenario={scenario} />
            </div>
            <Dashboards environment={environment} view="hosts" />
            <Room capacity={capacity} />
            <Legend capacity={capacity} />
            <Colours environment={environment} />
            {zones.map(([name, hosts], index) => (
              <Zone
                key={name}
                {...{ name, hosts, capacity, colour, scenario, item }}
                isOpen={isOpen || index === 0}
              />
            ))}
            <Behind title="Hosts as a table">{() => <HostTable scenario={scenario} />}</Behind>
            <p class="note">
              Hosts: <From source={capacity.sources.hosts} />
            </p>
          </>
        );
      }}
    </Facts>
  );
}
