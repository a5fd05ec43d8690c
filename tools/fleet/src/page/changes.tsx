// SPDX-License-Identifier: Apache-2.0
import type { ChangeKind, ComparedFleet, EnvironmentChange, FleetChange } from '../change-model.ts';
import { ChangedFiles } from './changed-files.tsx';
import { ChangedHosts } from './changed-hosts.tsx';
import { Figure, From, State, Table } from './parts.tsx';
import { count } from './units.ts';

const tones = { appears: 'good', goes: 'bad', changes: 'calm' } as const satisfies Record<
  ChangeKind,
  string
>;

const titles: Readonly<Record<ChangeKind, string>> = {
  appears: 'is new',
  goes: 'is gone',
  changes: 'changes',
};

function Kind({ kind }: { readonly kind: ChangeKind }) {
  return <State tone={tones[kind]}>{kind}</State>;
}

function Summary({ change }: { readonly change: FleetChange }) {
  const all = change.environments.flatMap(({ facts }) => facts);
  const countOf = (wanted: ChangeKind) => all.filter(({ kind }) => kind === wanted).length;
  const rolls = change.files.flatMap((file) => file.rolls);
  const moved = change.environments
    .flatMap(({ moves }) => moves)
    .filter(({ from, to }) => from !== undefined && to !== undefined);
  const sum = (list: readonly { readonly machines: number }[]) =>
    list.reduce((total, { machines }) => total + machines, 0);
  return (
    <>
      <p>
        After is <code>{change.head}</code> (<code>{change.to.slice(0, 10)}</code>), before is the
        last commit that it has in common with <code>{change.base}</code> (
        <code>{change.from.slice(0, 10)}</code>).
      </p>
      <dl class="figures">
        <Figure label="Changed files" value={change.files.length} />
        <Figure label="Facts that appear" value={countOf('appears')} />
        <Figure label="Facts that go" value={countOf('goes')} />
        <Figure label="Facts that change" value={countOf('changes')} />
        <Figure
          label="Machines that can roll"
          value={sum(rolls)}
          note={change.canRollMore ? 'and others: platforms or code differ' : 'at most, by keys'}
        />
        <Figure
          label="Machines elsewhere"
          value={sum(moved)}
          note="where the planner of capacity puts them"
        />
      </dl>
    </>
  );
}

function EnvironmentDiff({
  change,
  fleet,
}: {
  readonly change: EnvironmentChange;
  readonly fleet: ComparedFleet;
}) {
  const { facts, kind, name } = change;
  return (
    <section>
      <h2>
        {name} {titles[kind]}
      </h2>
      {facts.length === 0 ? null : (
        <Table
          caption={`What differs in ${name}`}
          head={['What', 'Of', 'Change', 'Before', 'After', 'From']}
          rows={facts.map((fact) => [
            fact.what,
            fact.name,
            <Kind kind={fact.kind} />,
            fact.before ?? '',
            fact.after ?? '',
            <From source={fact.source} />,
          ])}
        />
      )}
      <ChangedHosts change={change} fleet={fleet} />
    </section>
  );
}

/** Renders what differs from an earlier commit, in all environments or in one. */
export function Changes({
  environment,
  fleet,
}: {
  readonly fleet: ComparedFleet;
  readonly environment?: string;
}) {
  const { change: all } = fleet;
  if (all === undefined) {
    return (
      <p>
        This page has no earlier version to compare with. One that has is written by{' '}
        <code>npx strata fleet --base main</code>.
      </p>
    );
  }
  const isWanted = (name?: string) => environment === undefined || name === environment;
  const change = {
    ...all,
    files: all.files.filter((file) => isWanted(file.environment)),
    environments: all.environments.filter(({ name }) => isWanted(name)),
  };
  return (
    <>
      <Summary change={change} />
      <ChangedFiles change={change} />
      {change.environments.length === 0 ? (
        <p>{count(0, 'environment')} shown otherwise than before.</p>
      ) : (
        change.environments.map((one) => (
          <EnvironmentDiff key={one.name} change={one} fleet={fleet} />
        ))
      )}
    </>
  );
}
