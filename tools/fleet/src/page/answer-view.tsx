// SPDX-License-Identifier: Apache-2.0
import type { Answer } from '../what-if/answer.ts';
import { Figure, From, State, Table } from './parts.tsx';
import { hrefOf } from './route.ts';
import { count } from './units.ts';

const toneWords = { good: 'fine', warn: 'note', bad: 'problem', calm: 'fact' } as const;

function ClusterLink({
  cluster,
  environment,
}: {
  readonly environment: string;
  readonly cluster: string;
}) {
  return (
    <a href={hrefOf({ environment, view: 'clusters', item: cluster })}>
      {environment}/{cluster}
    </a>
  );
}

function Steps({ steps }: Pick<Answer, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <section>
      <h2>What to commit, in this order</h2>
      <ol class="steps">
        {steps.map(({ change, environment, file, ring, text }, index) => (
          <li key={index}>
            <small>
              {environment}, {ring === undefined ? 'by hand' : `ring ${ring}`}
            </small>
            <div>{text}</div>
            {file === undefined ? (
              <span class="muted">{change}</span>
            ) : (
              <From source={{ file, key: change }} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Concerned({ addresses, machines }: Pick<Answer, 'addresses' | 'machines'>) {
  return (
    <>
      {machines.length === 0 ? null : (
        <section>
          <h2>Machines</h2>
          <Table
            caption="Machines that are concerned"
            head={['Cluster', 'Group', 'Machines', 'What happens']}
            rows={machines.map((one) => [
              <ClusterLink environment={one.environment} cluster={one.cluster} />,
              one.group,
              one.machines,
              one.effect,
            ])}
          />
        </section>
      )}
      {addresses.length === 0 ? null : (
        <section>
          <h2>Addresses</h2>
          <Table
            caption="Addresses that are concerned"
            head={['Cluster', 'What', 'Address', 'From']}
            rows={addresses.map((one) => [
              <ClusterLink environment={one.environment} cluster={one.cluster} />,
              one.what,
              <code>{one.text}</code>,
              <From source={one.source} />,
            ])}
          />
        </section>
      )}
    </>
  );
}

/** Renders an answer: findings, what is concerned, what to commit, and what nobody knows. */
export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { addresses, clusters, findings, limits, machines, steps, title } = answer;
  const total = machines.reduce((sum, one) => sum + one.machines, 0);
  const files = new Set(steps.flatMap(({ file }) => file ?? []));
  return (
    <article class="answer">
      <h2>{title}</h2>
      <ul class="findings">
        {findings.map(({ environment, text, tone }, index) => (
          <li key={index}>
            <State tone={tone}>{toneWords[tone]}</State> <strong>{environment}</strong>: {text}
          </li>
        ))}
      </ul>
      <dl class="figures">
        <Figure label="User clusters" value={clusters.length} />
        <Figure label="Machines" value={total.toLocaleString('en')} />
        <Figure label="Addresses" value={addresses.length} />
        <Figure label="Commits" value={steps.length} note={count(files.size, 'file')} />
      </dl>
      <Concerned addresses={addresses} machines={machines} />
      <Steps steps={steps} />
      <section>
        <h2>What this does not know</h2>
        <ul>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}
