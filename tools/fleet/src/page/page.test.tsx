// SPDX-License-Identifier: Apache-2.0
import { renderToString } from 'preact-render-to-string';
import { Page, titleOf } from './app.tsx';
import { Results } from './header.tsx';
import { hrefOf, parseRoute } from './route.ts';
import type { Route } from './route.ts';
import type { ComparedFleet } from '../change-model.ts';
import { comparedFleet } from '../testing/small-change.ts';
import { smallFleet } from '../testing/small-fleet.ts';

/** Returns the text of a view, without tags. */
function textOf(route: Route, fleet: ComparedFleet = smallFleet): string {
  return renderToString(<Page fleet={fleet} route={route} />)
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

// Proves: upgrades.windows
test('the views of the fleet and of an environment show the maintenance windows of rings', () => {
  const windows =
    'Mon, Tue 09:00 to 16:00 (Europe/Berlin) every day 01:00 to 02:00 (UTC) closed, opens Sat 2026-11-28 01:00 (UTC) at 2026-11-27 10:00:00 UTC from the file stacks/rings.yaml rings[1].windows';
  expect(textOf({ view: 'overview' })).toContain(`last prod ${windows}`);
  const own = 'and what is due in the rings behind it waits, too.';
  expect(text('overview')).toContain(
    `Of the ring last: outside of them a deployment leaves what is due to a later one, ${own} ${windows}`,
  );
});

test('the page says of an open window that it is open, and of a ring without windows nothing', () => {
  const route = { environment: 'prod', view: 'overview' } as const;
  const rings = (smallFleet.rings.value ?? []).map(({ windows, ...ring }) => ({
    windows: windows && { ...windows, isOpen: true },
    without: ring,
  }));
  const opened = rings.map(({ windows, without }) => ({ ...without, ...(windows && { windows }) }));
  const open = textOf(route, { ...smallFleet, rings: { value: opened } });
  expect(open).toContain('(UTC) open at 2026-11-27 10:00:00 UTC');
  expect(open).not.toContain('closed');
  const value = rings.map(({ without }) => without);
  const always = textOf(route, { ...smallFleet, rings: { value } });
  expect(always).not.toContain('Maintenance windows');
});

// Proves: clusters.profiles
test('a cluster names the profiles that it extends, also where the rest is unknown', () => {
  expect(text('clusters', 'bank')).toContain(
    'Extends the profiles eu, small, the strongest last from the file extends Not known',
  );
  expect(text('clusters', 'shop')).not.toContain('Extends');
  expect(text('overview')).toContain('bank not known eu, small the file is wrong');
});

// Proves: clusters.expires
test('a cluster that expires says when, and whether that is soon', () => {
  expect(text('overview')).toContain('shop expires soon: 2026-12-05 1.35.4');
  expect(text('clusters', 'shop')).toContain(
    'Needed until expires soon: 2026-12-05 from the file expires',
  );
  expect(text('clusters', 'bank')).not.toContain('Needed until');
});

// Proves: clusters.hibernated
test('a hibernated cluster says so, with its place', () => {
  const environments = smallFleet.environments.map((environment) => ({
    ...environment,
    clusters: environment.clusters.map((cluster) => {
      const { value } = cluster.facts;
      if (value === undefined) return cluster;
      const hibernated = { file: cluster.file, key: 'config.user-cluster:hibernated' };
      return { ...cluster, facts: { value: { ...value, hibernated } } };
    }),
  }));
  const shown = (view: 'overview' | 'clusters', item?: string) =>
    textOf(
      { environment: 'prod', view, ...(item !== undefined && { item }) },
      { ...smallFleet, environments },
    );
  expect(shown('overview')).toContain('shop expires soon: 2026-12-05 hibernated 1.35.4');
  expect(shown('clusters', 'shop')).toContain('Pools hibernated from the file hibernated');
  expect(text('clusters', 'shop')).not.toContain('hibernated');
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

test('the view of questions offers each with the names that exist', () => {
  const asked = text('what-if');
  expect(asked).toContain('What if A host is lost A zone or rack is lost');
  expect(html('what-if')).toContain('<option value="h1">');
  expect(asked).toContain("About prod alone; the fleet's own view asks all environments.");
  expect(textOf({ view: 'what-if' })).toContain('About all environments.');
});

test('a question in the address is answered, with commits in their order and links', () => {
  const said = text('what-if', 'vlan-becomes,40,60');
  expect(said).toContain('What if VLAN 40 becomes 60?');
  expect(said).toContain('problem prod : 60 is not among the VLANs that the hosts carry to br1');
  expect(said).toContain('prod, ring last the hosts carry VLAN 60');
  expect(said).toContain('Commits 3 3 files');
  expect(html('what-if', 'host-lost,h1')).toContain('href="#prod/clusters/shop"');
});

test('a question without an answer says what there is', () => {
  expect(text('what-if', 'host-lost,h9')).toContain(
    'Not known: there is no host "h9"; did you mean "h1"? Hosts: h1, h2',
  );
});

test('the view of changes shows files in order, keys without secrets, what can roll, and what differs', () => {
  const route = { environment: 'prod', view: 'changes' } as const;
  const changes = textOf(route, comparedFleet);
  expect(changes).toContain('After is HEAD ( 2222222222 ), before is the last commit that it has');
  expect(changes).toContain(
    'prod, ring last, user-cluster stacks/user-cluster/Pulumi.prod.shop.yaml changed',
  );
  expect(changes).toContain(
    'pools[web].replicas 2 → 3 pools[web].token (secret) changed pools[old] removed: replicas 1',
  );
  expect(changes).toContain('can roll pool "web": 2 machines');
  expect(changes).toContain('machines shop/old goes 1 of standard-4, 4 CPUs, 16 GiB');
  expect(changes).toContain('h1 before shop shop 20 of 50 GiB free after shop 20 of 50 GiB free');
  expect(textOf({ view: 'changes' }, comparedFleet)).toContain('prod changes');
});

test('without an earlier version, the view of changes says how to get one', () => {
  expect(text('changes')).toContain('npx strata fleet --base main');
  expect(html('overview')).not.toContain('#prod/changes');
});

test('an environment with both versions is shown as it was on request', () => {
  const route = { environment: 'prod', view: 'clusters', item: 'shop' } as const;
  const [after, before] = [{}, { isBefore: true }].map((version) =>
    textOf({ ...route, ...version }, comparedFleet),
  );
  expect(after).toContain('web 3 standard-4');
  expect(before).toContain('prod: clusters before the change');
  expect(before).toContain('web 2 standard-4');
  expect(before).toContain('old 1 standard-4');
  expect(before).toContain('from files of 2222222222, not live');
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
  expect(parse('#prod/hosts/h1?before')).toEqual({
    environment: 'prod',
    view: 'hosts',
    item: 'h1',
    isBefore: true,
  });
  expect(parse('#/what-if/host-lost%2Ch1')).toEqual({ view: 'what-if', item: 'host-lost,h1' });
  expect(parse('#/hosts')).toEqual({ view: 'overview' });
  expect(titleOf(parse('#prod/hosts'))).toBe('prod: hosts');
  expect(titleOf(parse('#/what-if'))).toBe('The fleet: what if');
});

test('every link is parsed as the route that it was made of', () => {
  const routes: readonly Route[] = [
    { view: 'overview' },
    { view: 'what-if', item: 'zone-lost,no zone' },
    { environment: 'prod', view: 'isolation', item: 'shop>bank', isBefore: true },
  ];
  expect(routes.map((route) => parseRoute(hrefOf(route), ['prod']))).toEqual(routes);
});

test('a search finds entries that contain all its words, with links', () => {
  const found = renderToString(
    <Results fleet={smallFleet} query="PROD 192.0.2" choose={() => undefined} />,
  );
  expect(found).toContain('1 result');
  expect(found).toContain('href="#prod/clusters/shop"');
  expect(found).toContain('192.0.2.1 of shop');
});

// Proves: backups.restore-proof
test('the view of a cluster shows what its last checks found, and how old each is', () => {
  expect(text('clusters', 'shop')).toContain(
    'Last checks As the checks left their results on the machine that wrote this page; a check that ran elsewhere is not known here. ' +
      'Last checks of shop Check Result Age when the page was written From ' +
      'Drift check 2 fields differ 6 hours ago 2026-11-27 04:00:00 UTC from the file .strata/reports/user-cluster/prod.shop.json outcome ' +
      'Restore of the newest backup not tried on this machine never from the file .strata/proofs/prod.shop.json verdict',
  );
  expect(text('clusters', 'bank')).not.toContain('Last checks');
  expect(text('overview')).not.toContain('Last checks');
});

// Proves: monitoring.dashboards
test('views link to the dashboards that show the same things, and choose the cluster', () => {
  const linksOf = (view: Route['view'], item?: string) =>
    [...html(view, item).matchAll(/href="(https:[^"]+)"/g)].map(([, url]) => url);
  const grafana = 'https://grafana.example.org/d';
  expect(linksOf('hosts')).toEqual([`${grafana}/strata-hosts`]);
  expect(linksOf('clusters', 'shop')).toEqual([
    `${grafana}/strata-clusters?var-cluster=cluster-shop`,
  ]);
  expect(linksOf('overview')).toEqual([`${grafana}/strata-hosts`, `${grafana}/strata-clusters`]);
  expect(linksOf('isolation')).toEqual([]);
  expect(text('overview')).toContain(
    'Dashboards: Hosts , User clusters from the file stacks/kubevirt-stack/Pulumi.prod.yaml config.kubevirt-stack:monitoring.grafana.url',
  );
});
