// SPDX-License-Identifier: Apache-2.0
import type { AddressArea, AddressRange, AddressShare, Environment } from '../model.ts';
import { colourOf } from './palette.ts';
import { Behind, From, Table } from './parts.tsx';
import { percent } from './units.ts';

type Colour = (cluster: string) => string;

function Share({
  colour,
  share,
  units,
}: {
  readonly share: AddressShare;
  readonly units: number;
  readonly colour: Colour;
}) {
  return (
    <span
      class={`share ${colour(share.cluster)}`}
      style={{ left: percent(share.start, units), width: percent(share.length, units) }}
      title={`${share.text}: ${share.cluster}`}
    />
  );
}

/** Draws a range to scale, with the shares of clusters. */
function Range({
  colour,
  range,
  unit,
}: {
  readonly range: AddressRange;
  readonly unit: string;
  readonly colour: Colour;
}) {
  const { free, shares, text, units } = range;
  return (
    <div class="range">
      <code>{text}</code>
      <span
        class="strip"
        role="img"
        aria-label={`${text}: ${units - free} of ${units} ${unit} used`}
      >
        {shares.map((share) => (
          <Share key={`${share.cluster} ${share.text}`} {...{ share, units, colour }} />
        ))}
      </span>
      <span class="left">
        {free.toLocaleString('en')} of {units.toLocaleString('en')} {unit} free
      </span>
    </div>
  );
}

function Area({ area, colour }: { readonly area: AddressArea; readonly colour: Colour }) {
  const shares = area.ranges.flatMap((range) => range.shares);
  return (
    <section class="area">
      <h2>{area.name}</h2>
      <From source={area.source} />
      {area.ranges.map((range) => (
        <Range key={range.text} range={range} unit={area.unit} colour={colour} />
      ))}
      {shares.length === 0 ? null : (
        <Behind title={`Who has what of ${area.name}`}>
          {() => (
            <Table
              caption={`Who has what of ${area.name}`}
              head={['What', 'Cluster', 'From']}
              rows={shares.map(({ cluster, source, text }) => [
                <code>{text}</code>,
                <>
                  <span class={`dot ${colour(cluster)}`} aria-hidden="true" />
                  {cluster}
                </>,
                <From source={source} />,
              ])}
            />
          )}
        </Behind>
      )}
    </section>
  );
}

/** Renders the address plan as a map. */
export function Addresses({ environment }: { readonly environment: Environment }) {
  const colour = colourOf(environment.clusters);
  if (environment.addresses.length === 0) {
    return <p>{environment.name} has no address plan and no load balancer pools.</p>;
  }
  return (
    <>
      <p class="note">
        Addresses that Services of clusters get from load balancer pools stand in no file, and are
        not shown.
      </p>
      {environment.addresses.map((area) => (
        <Area key={`${area.name} ${area.source.key}`} area={area} colour={colour} />
      ))}
    </>
  );
}
