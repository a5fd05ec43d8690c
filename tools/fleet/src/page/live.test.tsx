// SPDX-License-Identifier: Apache-2.0
import { renderToString } from 'preact-render-to-string';
import type { ComparedFleet } from '../change-model.ts';
import { prodFacts, readAt, smallLive } from '../testing/small-live.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { Page } from './app.tsx';
import type { Route } from './route.ts';

const fleet: ComparedFleet = {
  ...smallFleet,
  files: { commit: '1111111111111111', isChanged: true },
  live: smallLive,
};

function textOf(route: Route, shown = fleet): string {
  return renderToString(<Page fleet={shown} route={route} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');
}

const live = textOf({ environment: 'prod', view: 'live' });

test('the page says of which commit its files are, and when clusters were read', () => {
  expect(live).toContain(
    'from files of 1111111111 with uncommitted changes, and live at 2026-11-25 08:00:00 UTC',
  );
  expect(live).toContain(
    'The view Live is from outputs of stacks and from clusters; everything else is from the files',
  );
});

test('what differs from the files comes first, with what could not be compared', () => {
  expect(live).toContain('host h2 ready unknown machine shop/web-2 ready Scheduling');
  expect(live).toContain('KubeVirt prod 1.8.4 1.8.3');
  expect(live).toContain('2 readings could not be compared: see below.');
});

test('a version stands as the files, the last update and the cluster have it', () => {
  expect(live).toContain(
    'KubeVirt 1.8.4 1.8.3 cluster: infra cluster: /apis/kubevirt.io/v1/kubevirts , read 2026-11-25 08:00:00 UTC',
  );
  expect(live).toContain(
    'Kubernetes of shop 1.35.4 1.35.4 not known no answer within 10 s cluster: shop: /version , read',
  );
});

test('hosts have their readiness since when, and remarks', () => {
  expect(live).toContain(
    'h1 ready since 2026-11-20 08:00:00 UTC 1.35.4 takes no new machines (cordoned), DiskPressure',
  );
  expect(live).toContain('h2 unknown since 2026-11-25 07:00:00 UTC 1.35.4 none');
});

test('machines stand on their hosts beside the planner, and those without a host below', () => {
  expect(live).toContain('h1 shop/web 3 1 web-0 h2 shop/web 0 1 web-1');
  expect(live).toContain('On no host shop/web-2: Scheduling');
});

test('a user cluster that is not reached has the reason and what its stack outputs', () => {
  expect(live).toContain(
    'shop not known no answer within 10 s https://192.0.2.1:6443 2026-11-24 08:00:00 UTC 2026-12-24 08:00:00 UTC',
  );
});

test('expiries and backups have the time that is left, and their age', () => {
  expect(live).toContain('shop join token 2026-12-24 29 days');
  expect(live).toContain('shop certificates of cp-0 as old as its machine');
  expect(live).toContain('bank no backups');
  expect(live).toContain('shop 2026-11-25 02:00:00 UTC 6 hours');
});

test('an environment that could not be read has the reason, and the others their facts', () => {
  const [prod] = smallFleet.environments;
  if (prod === undefined) throw new Error('the small fleet has no environment');
  const both = { ...fleet, environments: [prod, { ...prod, name: 'staging' }] };
  expect(textOf({ environment: 'staging', view: 'live' }, both)).toContain(
    'Not known: the sandbox does not run (2026-11-25 08:00:00 UTC)',
  );
  const all = textOf({ view: 'live' }, both);
  expect(all).toContain('prod 3 differences 1 of 2 2 of 3 0 of 1 read 2026-11-25 08:00:00 UTC');
  expect(all).toContain('staging not known the sandbox does not run');
});

test('what has ended, and a backup that never succeeded, is marked', () => {
  const origin = { from: 'cluster', place: 'infra cluster', at: readAt } as const;
  const facts = {
    ...prodFacts,
    endings: {
      ...origin,
      value: [
        { cluster: 'shop', credential: 'join token', ends: '2026-11-25T07:00:00.000Z' },
        { cluster: 'bank', credential: 'join token', ends: '2026-11-25T14:00:00.000Z' },
      ],
    },
    backups: { ...origin, value: [{ cluster: 'shop', suspended: false }] },
  };
  const shown = { ...fleet, live: [{ name: 'prod', at: readAt, value: facts }] };
  const text = textOf({ environment: 'prod', view: 'live' }, shown);
  expect(text).toContain('shop join token 2026-11-25 has ended');
  expect(text).toContain('bank join token 2026-11-25 0 days');
  expect(text).toContain('shop none has succeeded');
});

test('a page of the server says when it is no longer up to date', () => {
  const route = { environment: 'prod', view: 'live' } as const;
  const text = (shown: ComparedFleet, lostAt?: string) =>
    renderToString(<Page fleet={shown} route={route} served={{ lostAt }} />);
  expect(text(fleet)).toContain('<div role="status" class="notice"></div>');
  expect(text(fleet, readAt)).toContain(
    'The server has not answered since 2026-11-25 08:00:00 UTC, so this page is as it was then.',
  );
  expect(text({ ...fleet, isOutdated: true })).toContain(
    'The files have changed and cannot be read',
  );
  expect(renderToString(<Page fleet={fleet} route={route} />)).not.toContain('role="status"');
});

test('a page of files alone has no view Live, and says how to get one', () => {
  const route = { environment: 'prod', view: 'live' } as const;
  expect(textOf(route, smallFleet)).toContain('npx strata fleet --live');
  const tabs = (shown: ComparedFleet) =>
    renderToString(<Page fleet={shown} route={{ ...route, view: 'overview' }} />);
  expect(tabs(smallFleet)).not.toContain('#prod/live');
  expect(tabs(fleet)).toContain('#prod/live');
});
