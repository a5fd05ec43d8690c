// SPDX-License-Identifier: Apache-2.0
import type { Cluster, ClusterFacts, Environment, MachineGroup } from '../model.ts';
import { sumText } from './cost.tsx';
import { Dashboards } from './dashboards.tsx';
import { ExpiryFigure } from './expiry.tsx';
import { HibernatedFigure } from './hibernated.tsx';
import { Hop } from './hop.tsx';
import { colourOf } from './palette.ts';
import { Facts, Figure, From, State, Table } from './parts.tsx';
import { Records } from './records.tsx';
import { hrefOf } from './route.ts';
import { short } from './units.ts';

const drainTones = { migrates: 'good', drains: 'warn', blocks: 'bad' } as const;
const drainWords = {
  migrates: 'moves while it runs',
  drains: 'shuts down, starts elsewhere',
  blocks: 'blocks the drain',
} as const;

function Drain({ group }: { readonly group: MachineGroup }) {
  return (
    <>
      <State tone={drainTones[group.onDrain]}>{drainWords[group.onDrain]}</State>
      {group.reasons.map((reason) => (
        <small key={reason}>{reason}</small>
      ))}
    </>
  );
}

function sizeOf({ cpu, memoryGiB, size }: MachineGroup): string {
  const has = cpu === undefined ? '' : `${cpu} CPUs, ${short(memoryGiB ?? 0)} GiB`;
  return size === '' ? has : `${size}${has === '' ? '' : `: ${has}`}`;
}

function Groups({ cluster, facts }: { readonly cluster: Cluster; readonly facts: ClusterFacts }) {
  return (
    <section>
      <h3>Machines</h3>
      <Table
        caption={`Machines of ${cluster.name}`}
        head={[
          'Group',
          'Machines',
          'Each has',
          'Kubernetes',
          'Image',
          'When its host is drained',
          'From',
        ]}
        rows={facts.groups.map((group) => [
          group.role === 'control-plane' ? `${group.name} (control plane)` : group.name,
          group.machines,
          sizeOf(group),
          group.kubernetes,
          group.image,
          <Drain group={group} />,
          <From source={group.source} within={cluster.file} />,
        ])}
      />
    </section>
  );
}

/** Renders the files that a cluster takes a part of its configuration from. */
function Profiles({ cluster: { file, profiles } }: { readonly cluster: Cluster }) {
  if (profiles.length === 0) return null;
  return (
    <p>
      Extends {profiles.length === 1 ? 'the profile' : 'the profiles'} {profiles.join(', ')}
      {profiles.length === 1 ? null : ', the strongest last'}{' '}
      <From source={{ file, key: 'config.user-cluster:extends' }} within={file} />
    </p>
  );
}

function CostFigure({
  cost,
  name: wanted,
}: {
  readonly cost: Environment['cost'];
  readonly name: string;
}) {
  if (cost === undefined) return null;
  const sum = sumText(cost, ({ clusters }) => clusters.find(({ name }) => name === wanted)?.sum);
  return <Figure label="Cost a month" value={sum} />;
}

function Detail({
  cluster,
  cost,
  facts,
}: {
  readonly cluster: Cluster;
  readonly cost: Environment['cost'];
  readonly facts: ClusterFacts;
}) {
  return (
    <>
      <dl class="figures">
        <Figure
          label="Kubernetes"
          value={facts.kubernetes}
          note={<From source={facts.source} within={cluster.file} />}
        />
        <Figure label="Backups of etcd" value={facts.hasBackups ? 'yes' : 'no'} />
        <Figure label="Protected from destroy" value={facts.isProtected ? 'yes' : 'no'} />
        <Figure label="Volumes after a destroy" value={facts.volumes} />
        <ExpiryFigure expiry={facts.expiry} within={cluster.file} />
        <HibernatedFigure source={facts.hibernated} within={cluster.file} />
        <CostFigure cost={cost} name={cluster.name} />
      </dl>
      <Hop next={facts.next} />
      <Groups facts={facts} cluster={cluster} />
      <section>
        <h3>Addresses</h3>
        <Table
          caption={`Addresses of ${cluster.name}`}
          head={['What', 'Address', 'From']}
          rows={facts.addresses.map(({ source, text, what }) => [
            what,
            <code>{text}</code>,
            <From source={source} within={cluster.file} />,
          ])}
        />
      </section>
      <section>
        <h3>What ends by itself</h3>
        <p class="note">
          Terms as files have them; when each began, only the state and the cluster know.
        </p>
        <Table
          caption={`What ends by itself in ${cluster.name}`}
          head={['What', 'Ends after', 'An update renews it in its last', 'From']}
          rows={facts.endings.map(({ lifetimeDays, renewBeforeDays, source, what }) => [
            what,
            `${lifetimeDays} days`,
            `${renewBeforeDays} days`,
            <From source={source} within={cluster.file} />,
          ])}
        />
      </section>
    </>
  );
}

/** Renders the user clusters of an environment, one of them in detail. */
export function Clusters({
  environment,
  item,
}: {
  readonly environment: Environment;
  readonly item?: string | undefined;
}) {
  const { clusters } = environment;
  const colour = colourOf(clusters);
  const chosen = clusters.find(({ name }) => name === item) ?? clusters[0];
  if (chosen === undefined) return <p>There are no user clusters in {environment.name}.</p>;
  return (
    <div class="split">
      <nav class="list" aria-label={`User clusters of ${environment.name}`}>
        <ul>
          {clusters.map(({ facts, name }) => (
            <li key={name}>
              <a
                href={hrefOf({ environment: environment.name, view: 'clusters', item: name })}
                aria-current={name === chosen.name ? 'true' : undefined}
              >
                <span class={`dot ${colour(name)}`} aria-hidden="true" />
                {name}
                <small>{facts.value?.kubernetes ?? 'not known'}</small>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        <h2>
          {chosen.name} <From source={{ file: chosen.file, key: '' }} />
        </h2>
        <Dashboards environment={environment} view="clusters" cluster={chosen.name} />
        <Profiles cluster={chosen} />
        <Facts known={chosen.facts}>
          {(facts) => <Detail cluster={chosen} cost={environment.cost} facts={facts} />}
        </Facts>
        <Records heading="h3" of={chosen.name} records={chosen.records} />
      </article>
    </div>
  );
}
