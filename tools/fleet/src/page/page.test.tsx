// SPDX-License-Identifier: Apache-2.0
import { renderToString } from 'preact-render-to-string';
import { Page, titleOf } from './app.tsx';
import { Results } from './header.tsx';
import { parseRoute } from './route.ts';
import type { Route } from './route.ts';
import { smallFleet } from '../testing/small-fleet.ts';

/** Returns the text of a view, without tags. */
function textOf(route: Route): string {
  return renderToString(<Page fleet={smallFleet} route={route} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');
}

const html = (view: Route['view'], item?: string) =>
  renderToString(
    <Page fleet={smallFleet} route={{ environment: 'prod', view, ...(item && { item }) }} />,
  );

const text = (view: Route['view'], item?: string) =>
  textOf({ environment: 'prod', view, ...(item !== undefined && { item }) });

test('the fleet view shows environments with versions, numbers and rings', () => {
  const all = textOf({ view: 'overview' });
  expect(all).toContain('prod last v1.8 1.8.4 1.65.0 1.35.4 2 2 4 40 of 100 GiB 1 limit not kept');
  expect(all).toContain('first staging from the file stacks/rings.yaml rings[0]');
  expect(all).toContain('from files, not live');
});

test('the environment view shows the next update and exceeded limits', () => {
  const overview = text('overview');
  expect(overview).toContain('next update the platform to release v1.9');
  expect(overview).toContain('freeMemoryPercent: too little');
  expect(overview).toContain('from the file stacks/infra-facts/prod.yaml hosts');
});

test('the hosts view shows zones, machines to scale and free capacity', () => {
  const hosts = text('hosts');
  expect(hosts).toContain('rack-a 1 host h1 16 CPUs, 64 GiB, 3 machines');
  expect(hosts).toContain('memory shop 20 of 50 GiB free CPU shop 8 of 14 CPUs free');
  expect(hosts).toContain('1 host lost: h1');
  expect(hosts).toContain('all machines fit');
  expect(hosts).toContain(
    '12 virtual CPUs on 28 (0.4 for 1), 60 % of the memory free. No room for one more machine.',
  );
  expect(html('hosts')).toContain('title="shop/web: 3 machines, 10 GiB each"');
  expect(html('hosts')).toContain('style="width:60%;--n:3;"');
});

test('the cluster view shows machines, addresses, the effect of a drain and expiry dates', () => {
  const shop = text('clusters', 'shop');
  expect(shop).toContain('newest Kubernetes 1.35 is the newest minor');
  expect(shop).toContain('web 3 standard-4: 4 CPUs, 16 GiB 1.35.4 ubuntu');
  expect(shop).toContain('shuts down, starts elsewhere its disk "root" is ReadWriteOnce');
  expect(shop).toContain('API 192.0.2.1');
  expect(shop).toContain('kubeconfig "on-call" (admin) 14 days 7 days');
});

test('the cluster view says in place what is unknown', () => {
  expect(text('clusters', 'bank')).toContain('Not known: the file is wrong');
});

test('the isolation matrix has a cell for each direction, with the reason', () => {
  expect(html('isolation')).toContain('aria-label="shop to bank: open"');
  expect(html('isolation')).toContain('aria-label="bank to shop: closed"');
  const open = text('isolation', 'shop>bank');
  expect(open).toContain('1 open way 0 meant ways between 2 clusters');
  expect(open).toContain('shop to bank open vlan : office');
  const closed = text('isolation', 'bank>shop');
  expect(closed).toContain('bank to shop closed The policies of both clusters refuse');
  expect(closed).toContain('pods : TCP 22 of a worker machine');
});

test('Tab reaches one cell of the matrix, and arrow keys reach the others', () => {
  expect(html('isolation').match(/<td[^>]*tabindex="0"/g)?.length).toBe(1);
});

test('the addresses view draws ranges to scale, with free space', () => {
  expect(text('addresses')).toContain('10.128.0.0/10 63 of 64 blocks of /16 free');
  expect(html('addresses')).toContain('left:1.563%;width:1.563%');
  expect(html('addresses')).toContain('aria-label="10.128.0.0/10: 1 of 64 blocks of /16 used"');
});

test('a link leads to its view, or to the fleet when the environment is unknown', () => {
  const parse = (hash: string) => parseRoute(hash, ['prod']);
  expect(parse('#prod/isolation/shop%3Ebank')).toEqual({
    environment: 'prod',
    view: 'isolation',
    item: 'shop>bank',
  });
  expect(parse('#prod/nothing')).toEqual({ environment: 'prod', view: 'overview' });
  expect(parse('#elsewhere/hosts')).toEqual({ view: 'overview' });
  expect(parse('#prod/%')).toEqual({ environment: 'prod', view: 'overview' });
  expect(titleOf(parse('#prod/hosts'))).toBe('prod: hosts');
});

test('a search finds entries that contain all its words, with links', () => {
  const found = renderToString(
    <Results fleet={smallFleet} query="PROD 192.0.2" choose={() => undefined} />,
  );
  expect(found).toContain('1 result');
  expect(found).toContain('href="#prod/clusters/shop"');
  expect(found).toContain('192.0.2.1 of shop');
});
