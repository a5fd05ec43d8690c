// SPDX-License-Identifier: Apache-2.0
import type { CapacityFacts, HostFact, PlacedGroup, PlacedHost, Scenario } from '../model.ts';
import { count, gib, percent, short } from './units.ts';

type Unit = 'cpu' | 'memoryMib';

const words: Readonly<Record<Unit, (value: number) => string>> = {
  cpu: (value) => `${short(value)} CPUs`,
  memoryMib: gib,
};

const perUnit: Readonly<Record<Unit, number>> = { cpu: 1, memoryMib: 1024 };

interface BarProps {
  readonly host: PlacedHost;
  readonly unit: Unit;
  /** Amount that the full width represents: that of the largest host of the environment. */
  readonly scale: number;
  readonly colour: (cluster: string) => string;
  /** Word in front of the bar. @default the unit */
  readonly label?: string;
}

function Segment({
  colour,
  group,
  unit,
  whole,
}: {
  readonly colour: BarProps['colour'];
  readonly group: PlacedGroup;
  readonly unit: Unit;
  readonly whole: number;
}) {
  const { cluster, machines, name } = group;
  const size = words[unit](group[unit]);
  return (
    <span
      class={`segment ${colour(cluster)}`}
      style={{ width: percent(group[unit] * machines, whole), '--n': machines }}
      title={`${cluster}/${name}: ${count(machines, 'machine')}, ${size} each`}
    >
      <span>{cluster}</span>
    </span>
  );
}

/**
 * Draws the capacity of a host for VMs, and the VMs in it. The width is proportional to the host.
 */
export function Bar({ colour, host, label, scale, unit }: BarProps) {
  const free = unit === 'cpu' ? host.freeCpu : host.freeMemoryMib;
  const [whole, tell] = [host[unit], words[unit]];
  return (
    <div class="bar">
      <span class="unit">{label ?? (unit === 'cpu' ? 'CPU' : 'memory')}</span>
      <span class="scale">
        <span class="room" style={{ width: percent(whole, scale) }}>
          {host.groups.map((group) => (
            <Segment key={`${group.cluster}/${group.name}`} {...{ colour, group, unit, whole }} />
          ))}
        </span>
      </span>
      <span class="left">
        {short(free / perUnit[unit])} of {tell(whole)} free
      </span>
    </div>
  );
}

/** Renders one host with its two bars, or the reason why it has none. */
export function HostRow({
  capacity,
  colour,
  fact,
  isChosen,
  scenario,
}: {
  readonly capacity: CapacityFacts;
  readonly colour: BarProps['colour'];
  readonly fact: HostFact;
  readonly isChosen: boolean;
  readonly scenario: Scenario;
}) {
  const host = scenario.hosts.find(({ name }) => name === fact.name);
  const isLost = scenario.lost.includes(fact.name);
  const machines = host?.groups.reduce((sum, group) => sum + group.machines, 0) ?? 0;
  const [cpu, memoryMib] = (['cpu', 'memoryMib'] as const).map((unit) =>
    Math.max(...scenario.hosts.map((one) => one[unit]), 0),
  );
  return (
    <li class={`host${isLost ? ' lost' : ''}${isChosen ? ' chosen' : ''}`} id={`host-${fact.name}`}>
      <h3>
        {fact.name}
        <small>
          {fact.cpu} CPUs, {fact.memoryGiB} GiB
          {host === undefined ? '' : `, ${count(machines, 'machine')}`}
        </small>
      </h3>
      {isLost ? <p class="muted">lost</p> : null}
      {fact.takesMachines ? null : (
        <p class="muted">takes no machines: except of {capacity.sources.limits.file}</p>
      )}
      {host === undefined ? null : (
        <>
          <Bar unit="memoryMib" scale={memoryMib ?? 0} {...{ colour, host }} />
          <Bar unit="cpu" scale={cpu ?? 0} {...{ colour, host }} />
        </>
      )}
    </li>
  );
}
