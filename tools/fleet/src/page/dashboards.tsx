// SPDX-License-Identifier: Apache-2.0
import type { DashboardLink, Environment } from '../model.ts';
import { From } from './parts.tsx';

/** Renders a link to another site, which opens beside the page. */
function Outside({ href, title }: { readonly href: string; readonly title: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {title}
    </a>
  );
}

/**
 * Renders links to the dashboards of the environment that show the same things as a view; nothing when
 * its file does not say where Grafana is.
 */
export function Dashboards({
  cluster,
  environment: { dashboards },
  view,
}: {
  readonly environment: Environment;
  readonly view: DashboardLink['view'];
  /** Name of the chosen user cluster. */
  readonly cluster?: string;
}) {
  if (dashboards === undefined) return null;
  const links = dashboards.links.filter((link) => view === 'overview' || link.view === view);
  return (
    <p class="dashboards">
      Dashboards:{' '}
      {links.map(({ clusterQuery, title, url }, index) => (
        <>
          {index === 0 ? null : ', '}
          <Outside
            title={title}
            href={
              cluster === undefined || clusterQuery === undefined
                ? url
                : `${url}${clusterQuery}${cluster}`
            }
          />
        </>
      ))}{' '}
      <From source={dashboards.source} />
    </p>
  );
}
