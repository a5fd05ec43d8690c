// SPDX-License-Identifier: Apache-2.0
import type { CheckRecord } from '../model.ts';
import { From, State, Table } from './parts.tsx';
import { between, clock } from './times.ts';

function Age({ at, readAt }: CheckRecord) {
  if (at === undefined || readAt === undefined) return <span class="muted">never</span>;
  return (
    <>
      {between(at, readAt)} ago
      <small>{clock(at)}</small>
    </>
  );
}

/** Renders what checks have found, with their age; nothing where no check has run. */
export function Records({
  heading: Heading,
  of,
  records,
}: {
  readonly heading: 'h2' | 'h3';
  /** Name of the cluster or environment. */
  readonly of: string;
  readonly records: readonly CheckRecord[];
}) {
  if (records.length === 0) return null;
  return (
    <section>
      <Heading>Last checks</Heading>
      <p class="note">
        As the checks left their results on the machine that wrote this page; a check that ran
        elsewhere is not known here.
      </p>
      <Table
        caption={`Last checks of ${of}`}
        head={['Check', 'Result', 'Age when the page was written', 'From']}
        rows={records.map((record) => [
          record.what,
          <State tone={record.tone}>{record.text}</State>,
          <Age {...record} />,
          <From source={record.source} />,
        ])}
      />
    </section>
  );
}
