// SPDX-License-Identifier: Apache-2.0
import type { LiveFacts, LiveNode } from '../live/live-schema.ts';
import { machinePlaces } from '../live/machine-places.ts';
import type { Environment } from '../model.ts';
import { ReadSection } from './live-parts.tsx';
import { State, Table } from './parts.tsx';
import { clock } from './times.ts';

const tones = { ready: 'good', 'not ready': 'bad', unknown: 'bad' } as const;

/** Renders whether a node is ready, and since when. */
function Ready({ node }: { readonly node: LiveNode }) {
  return (
    <>
      <State tone={tones[node.ready]}>{node.ready}</State>
      {node.since === undefined ? null : <small> since {clock(node.since)}</small>}
    </>
  );
}

function remarks({ pressures, schedulable }: LiveNode): string {
  const all = [...(schedulable ? [] : ['takes no new machines (cordoned)']), ...pressures];
  return all.length === 0 ? 'none' : all.join(', ');
}

/** Renders the hosts of an infra cluster as its API has them. */
export function LiveHosts({ facts }: { readonly facts: LiveFacts }) {
  return (
    <ReadSection title="Hosts" reading={facts.hosts}>
      {(hosts) => (
        <Table
          caption="Hosts as the infra cluster has them"
          head={['Host', 'Ready', 'Kubelet', 'Remarks']}
          rows={hosts.map((node) => [
            node.name,
            <Ready node={node} />,
            node.version,
            remarks(node),
          ])}
        />
      )}
    </ReadSection>
  );
}

/** Renders the hosts on which machines run, beside those where the planner puts them. */
export function LivePlaces({
  environment,
  facts,
}: {
  readonly environment: Environment;
  readonly facts: LiveFacts;
}) {
  return (
    <ReadSection title="Where machines run" reading={facts.machines}>
      {(machines) => {
        const nowhere = machines.filter(({ host }) => host === undefined);
        return (
          <>
            <p class="note">
              The planner of <code>capacity</code> only counts room, so machines that run elsewhere
              are no error.
            </p>
            <Table
              caption="Machines by host: by the planner, and running"
              head={['Host', 'Machines of', 'By the planner', 'Running', 'Names']}
              rows={machinePlaces(environment, facts).map((place) => [
                place.host,
                `${place.cluster}/${place.group}`,
                place.planned,
                place.live.length,
                place.live.join(', '),
              ])}
            />
            {nowhere.length === 0 ? null : (
              <>
                <h3>On no host</h3>
                <ul>
                  {nowhere.map(({ cluster, name, phase }) => (
                    <li key={`${cluster}/${name}`}>
                      {cluster}/{name}: {phase}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        );
      }}
    </ReadSection>
  );
}
