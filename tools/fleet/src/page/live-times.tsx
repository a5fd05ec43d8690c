// SPDX-License-Identifier: Apache-2.0
import type { LiveBackup, LiveEnding, LiveFacts } from '../live/live-schema.ts';
import type { Environment } from '../model.ts';
import { ReadSection } from './live-parts.tsx';
import { State, Table } from './parts.tsx';
import { between, clock, daysUntil } from './times.ts';
import { count } from './units.ts';

function DaysLeft({ at, ends }: Pick<LiveEnding, 'ends'> & { readonly at: string }) {
  if (ends === undefined) return <>as old as its machine</>;
  const days = daysUntil(ends, at);
  return days < 0 ? <State tone="bad">has ended</State> : <>{count(days, 'day')}</>;
}

/** Renders what ends when in the user clusters, as their last updates recorded it. */
export function LiveEndings({ facts }: { readonly facts: LiveFacts }) {
  return (
    <ReadSection title="What ends when" reading={facts.endings}>
      {(endings) =>
        endings.length === 0 ? (
          <p>No ends are recorded: the platform has no monitoring, or no cluster is up.</p>
        ) : (
          <Table
            caption="What ends when in user clusters"
            head={['Cluster', 'What', 'Ends', 'Left when it was read']}
            rows={endings.map(({ cluster, credential, ends }) => [
              cluster,
              credential,
              ends?.slice(0, 10) ?? '',
              <DaysLeft ends={ends} at={facts.endings.at} />,
            ])}
          />
        )
      }
    </ReadSection>
  );
}

function backupCells(backup: LiveBackup | undefined, at: string) {
  if (backup === undefined) return [<State tone="warn">no backups</State>, '', ''];
  const { lastSchedule, lastSuccess, suspended } = backup;
  return [
    lastSuccess === undefined ? (
      <State tone="bad">none has succeeded</State>
    ) : (
      `${clock(lastSuccess)}${suspended ? ' (suspended since)' : ''}`
    ),
    lastSuccess === undefined ? '' : between(lastSuccess, at),
    lastSchedule === undefined ? '' : clock(lastSchedule),
  ];
}

/** Renders when each user cluster was last backed up. */
export function LiveBackups({
  environment,
  facts,
}: {
  readonly environment: Environment;
  readonly facts: LiveFacts;
}) {
  return (
    <ReadSection title="Last backups" reading={facts.backups}>
      {(backups) => {
        const names = [...environment.clusters.map(({ name }) => name)];
        const more = backups.map(({ cluster }) => cluster).filter((one) => !names.includes(one));
        return (
          <Table
            caption="Last backups of user clusters"
            head={['Cluster', 'Last that succeeded', 'Age when it was read', 'Last that began']}
            rows={[...names, ...more].map((name) => [
              name,
              ...backupCells(
                backups.find(({ cluster }) => cluster === name),
                facts.backups.at,
              ),
            ])}
          />
        );
      }}
    </ReadSection>
  );
}
