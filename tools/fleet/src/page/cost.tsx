// SPDX-License-Identifier: Apache-2.0
import type { CostFacts, Environment, Known } from '../model.ts';
import { Facts, Figure, From, State, Table } from './parts.tsx';
import { hrefOf } from './route.ts';

function Hosts({ facts }: { readonly facts: CostFacts }) {
  const { currency, hosts, notPriced } = facts;
  if (hosts === undefined) return null;
  if (hosts.problem !== undefined) {
    return <Figure label="Paid for hosts" value="not known" note={hosts.problem} />;
  }
  const { count, paidFor, usedPercent } = hosts.value;
  const least = notPriced.length === 0 ? '' : 'at least ';
  return (
    <>
      <Figure label="Paid for hosts" value={`${paidFor} ${currency}`} note={`${count} hosts`} />
      {usedPercent === undefined ? null : (
        <Figure label="Of it used" value={`${least}${usedPercent} %`} />
      )}
    </>
  );
}

function NotPriced({ items }: { readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <State tone="warn">in no sum, for nobody says what it costs</State>
      <ul class="problems">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

function CostTable({ facts, name }: { readonly facts: CostFacts; readonly name: string }) {
  const { all, clusters, things } = facts;
  return (
    <Table
      caption={`What user clusters of ${name} cost a month`}
      head={['Cluster', ...things, 'Sum']}
      rows={[
        ...clusters.map((row) => [
          <a href={hrefOf({ environment: name, view: 'clusters', item: row.name })}>{row.name}</a>,
          ...row.parts,
          row.sum,
        ]),
        ['all', ...all.parts, all.sum],
      ]}
    />
  );
}

/** Renders what user clusters cost a month, and which of them takes what; nothing without prices. */
export function Cost({ environment }: { readonly environment: Environment }) {
  const { cost, name } = environment;
  if (cost === undefined) return null;
  return (
    <section>
      <h2>Cost a month</h2>
      <Facts known={cost}>
        {(facts) => (
          <>
            <dl class="figures">
              <Figure
                label="User clusters"
                value={`${facts.all.sum} ${facts.currency}`}
                note={<From source={facts.source} />}
              />
              <Hosts facts={facts} />
            </dl>
            <CostTable facts={facts} name={name} />
            <p class="note">
              Amounts in {facts.currency}, in brackets how much of it. Without machines of rollouts,
              volumes and Services of users.
            </p>
            <NotPriced items={facts.notPriced} />
          </>
        )}
      </Facts>
    </section>
  );
}

/** Returns a sum with its currency, or `not known`; nothing without prices. */
export function sumText(
  cost: Known<CostFacts> | undefined,
  sumOf: (facts: CostFacts) => string | undefined,
): string {
  if (cost === undefined) return '';
  if (cost.problem !== undefined) return 'not known';
  const sum = sumOf(cost.value);
  return sum === undefined ? 'not known' : `${sum} ${cost.value.currency}`;
}
