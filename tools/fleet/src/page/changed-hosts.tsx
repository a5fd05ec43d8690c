// SPDX-License-Identifier: Apache-2.0
import type { ComparedFleet, EnvironmentChange, MachineMove } from '../change-model.ts';
import type { Environment, PlacedHost } from '../model.ts';
import { sortedNames } from '../what-if/names.ts';
import { Bar } from './host-bars.tsx';
import { colourOf } from './palette.ts';
import { Behind, State, Table } from './parts.tsx';

/** Number of hosts that are drawn; the table has all. */
const drawn = 24;

function placedHosts(environment: Environment | undefined): readonly PlacedHost[] {
  const scenarios = environment?.capacity.value?.scenarios ?? [];
  return scenarios.find(({ hostLoss }) => hostLoss === 0)?.hosts ?? [];
}

function MoveTable({
  moves,
  name,
}: {
  readonly moves: readonly MachineMove[];
  readonly name: string;
}) {
  return (
    <Table
      caption={`Machines on other hosts in ${name}`}
      head={['Machines', 'Of', 'Change', 'Host before', 'Host after']}
      rows={moves.map(({ cluster, from, group, machines, to }) => [
        machines,
        `${cluster}/${group}`,
        from === undefined ? (
          <State tone="good">appear</State>
        ) : to === undefined ? (
          <State tone="bad">go</State>
        ) : (
          <State tone="calm">move</State>
        ),
        from ?? '',
        to ?? '',
      ])}
    />
  );
}

/** Renders the hosts whose machines differ, each as it was and as it is. */
export function ChangedHosts({
  change,
  fleet,
}: {
  readonly change: EnvironmentChange;
  readonly fleet: ComparedFleet;
}) {
  const { moves, name } = change;
  if (moves.length === 0) return null;
  const find = (all: readonly Environment[] = []) => all.find((one) => one.name === name);
  const [before, after] = [find(fleet.change?.before), find(fleet.environments)];
  const clusters = [...(after?.clusters ?? []), ...(before?.clusters ?? [])];
  // A cluster has one colour, whether it was, is, or both.
  const names = [...new Set(clusters.map((cluster) => cluster.name))];
  const colour = colourOf(names.map((cluster) => ({ name: cluster })));
  const versions = [
    { label: 'before', hosts: placedHosts(before) },
    { label: 'after', hosts: placedHosts(after) },
  ];
  const scale = Math.max(
    ...versions.flatMap(({ hosts }) => hosts.map((host) => host.memoryMib)),
    0,
  );
  const hosts = sortedNames(moves.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));
  return (
    <>
      <h3>Memory of hosts whose machines differ</h3>
      <ul class="hosts">
        {hosts.slice(0, drawn).map((host) => (
          <li key={host} class="host">
            <h4>{host}</h4>
            {versions.map(({ hosts: all, label }) => {
              const own = all.find((one) => one.name === host);
              return own === undefined ? (
                <p key={label} class="muted">
                  {label}: not there
                </p>
              ) : (
                <Bar key={label} host={own} unit="memoryMib" {...{ colour, label, scale }} />
              );
            })}
          </li>
        ))}
      </ul>
      {hosts.length > drawn ? <p class="note">{hosts.length - drawn} more in the table.</p> : null}
      <Behind title={`Machines on other hosts in ${name}, as a table`}>
        {() => <MoveTable moves={moves} name={name} />}
      </Behind>
      <p class="note">
        The planner of capacity places all machines anew. A machine that runs stays where it is
        until it is replaced, drained or moved.
      </p>
    </>
  );
}
