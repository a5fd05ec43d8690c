// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { nameOf, textOf, type Attempt } from './packets/attempts.ts';
import { eventually, kubectl, openSession, sharedInstance, statusOf } from './environment.ts';
import {
  connectFrom,
  hosts,
  listenIn,
  placeOf,
  type Listener,
  type Place,
} from './packets/pod-network.ts';
import { createNamespaces, silentPod } from './packets/silent-pods.ts';
import { apply } from './apply.ts';

// Three pods that do nothing but have a network: a and b in one namespace, c in another.
const [shop, other] = ['walls-shop', 'walls-other'];
const ports = ['TCP:22', 'TCP:443', 'TCP:6443', 'UDP:53', 'UDP:54'];

let session: RackSession;
let a: Place;
let b: Place;
let c: Place;
let listeners: Listener[] = [];

beforeAll(async () => {
  session = await openSession();
  await createNamespaces(session, [shop, other]);
  const places = [
    [shop, 'a'],
    [shop, 'b'],
    [other, 'c'],
  ] as const;
  await apply(
    session,
    places.map(([namespace, name]) => silentPod(namespace, name, { pod: name })),
  );
  for (const namespace of [shop, other]) {
    const all = ['wait', 'pods', '--all', '-n', namespace, '--timeout=60s'];
    await kubectl(session, [...all, '--for=condition=Ready']);
  }
  [a, b, c] = await Promise.all([
    placeOf(session, shop, 'a'),
    placeOf(session, shop, 'b'),
    placeOf(session, other, 'c'),
  ]);
  listeners = await Promise.all([a, b, c].map((place) => listenIn(session, place, ports)));
});

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.stop()));
  await kubectl(session, ['delete', 'namespace', shop, other, '--wait=false']);
});

/** All ports of a place, over IPv4 and IPv6. */
const everywhere = (place: Place): Attempt[] =>
  place.addresses.flatMap((address) =>
    ports.map((port) => {
      const [protocol, number] = port.split(':');
      return { protocol: protocol as Attempt['protocol'], address, port: Number(number) };
    }),
  );

/** Returns the ports at `to` that `from` can reach over IPv4 and over IPv6, such as `TCP:22`. */
async function open(from: Place, to: Place): Promise<{ ipv4: string[]; ipv6: string[] }> {
  const attempts = everywhere(to);
  const outcomes = await connectFrom(session, from, attempts);
  const reached = attempts.filter((_, index) => 'answer' in (outcomes[index] ?? {}));
  const of = (address = '') =>
    reached
      .filter((attempt) => attempt.address === address)
      .map(({ protocol, port }) => `${protocol}:${port}`);
  return { ipv4: of(to.addresses[0]), ipv6: of(to.addresses[1]) };
}

const all = { ipv4: ports, ipv6: ports };
const none = { ipv4: [], ipv6: [] };

const policy = (name: string, spec: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace: shop },
  spec,
});

test('without a policy every pod reaches every other, over IPv4 and IPv6', async () => {
  expect(b.addresses).toEqual([
    expect.stringMatching(/^10\.244\./),
    expect.stringMatching(/^fd00:244::/),
  ]);
  expect(await Promise.all([open(a, b), open(b, a), open(c, b)])).toEqual([all, all, all]);
});

test('policies hold for every packet: both directions, both protocols, both address families', async () => {
  const fromA = { from: [{ podSelector: { matchLabels: { pod: 'a' } } }] };
  const api = { port: 6443, protocol: 'TCP' };
  await apply(session, [
    policy('b-in', {
      podSelector: { matchLabels: { pod: 'b' } },
      policyTypes: ['Ingress'],
      ingress: [{ ...fromA, ports: [api, { port: 53, protocol: 'UDP' }] }],
    }),
    policy('a-out', {
      podSelector: { matchLabels: { pod: 'a' } },
      policyTypes: ['Egress'],
      egress: [
        { to: [{ podSelector: { matchLabels: { pod: 'b' } } }] },
        { to: [{ ipBlock: { cidr: '10.244.255.254/32' } }], ports: [api] },
      ],
    }),
  ]);
  const named = { ipv4: ['TCP:6443', 'UDP:53'], ipv6: ['TCP:6443', 'UDP:53'] };
  await eventually('the policies hold', async () => (await open(c, b)).ipv4.length === 0);
  expect(await Promise.all([open(a, b), open(c, b), open(a, c), open(b, a), open(c, a)])).toEqual([
    named,
    none,
    none,
    all,
    all,
  ]);
  // The hosts: a pod's egress is limited, and its own host always reaches it.
  const [apiServer, elsewhere] = await connectFrom(session, a, [
    { protocol: 'TCP', address: '10.244.255.254', port: 6443 },
    { protocol: 'TCP', address: '10.244.250.1', port: 6443 },
  ]);
  expect([apiServer, elsewhere]).toEqual([{ answer: '' }, { failure: 'timeout' }]);
  expect(await open(hosts, b)).toEqual(all);
});

test("a pod that sends from another's address, or from one of nobody, reaches nobody", async () => {
  const [mine = '', mine6 = ''] = a.addresses;
  const forged = ['10.244.191.200', mine, 'fd00:244::bf77', mine6];
  for (const address of forged) {
    const length = address.includes(':') ? 128 : 32;
    const add = ['ip', 'address', 'add', `${address}/${length}`, 'dev', 'lo'];
    await session.capture([...c.enter, ...add, ...(length === 128 ? ['nodad'] : [])]);
  }
  const attempts = forged.flatMap((localAddress): Attempt[] => {
    const address = b.addresses[localAddress.includes(':') ? 1 : 0] ?? '';
    return [
      { protocol: 'UDP', address, port: 53, localAddress },
      { protocol: 'TCP', address, port: 6443, localAddress },
    ];
  });
  const before = listeners[1]?.clients.length ?? 0;
  const outcomes = await connectFrom(session, c, attempts);
  expect(outcomes.map(textOf)).toEqual(attempts.map(() => '(timeout)'));
  // Not even a first packet, whose answer would have gone to somebody else.
  expect(listeners[1]?.clients.slice(before)).toEqual([]);
  for (const address of forged) {
    const length = address.includes(':') ? 128 : 32;
    await session.capture([
      ...c.enter,
      'ip',
      'address',
      'del',
      `${address}/${length}`,
      'dev',
      'lo',
    ]);
  }
});

test("a pod reaches nobody over its wire's own addresses, which no policy knows", async () => {
  const { stdout } = await session.capture([
    ...c.enter,
    'ip',
    '-br',
    '-6',
    'address',
    'show',
    'eth0',
  ]);
  expect(stdout).toContain('fe80::');
  const outcomes = await connectFrom(
    session,
    c,
    [22, 6443].map((port) => ({ protocol: 'TCP', address: 'fe80::1%eth0', port })),
  );
  expect(outcomes.map(textOf)).toEqual(['(timeout)', '(timeout)']);
});

const service = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: shop },
  spec: {
    selector: { pod: 'b' },
    ports: [
      { name: 'api', port: 443, targetPort: 6443 },
      { name: 'ssh', port: 22 },
      { name: 'dns', port: 53, protocol: 'UDP' },
    ],
    ...spec,
  },
});

const clusterIp = async (name: string) =>
  kubectl(session, ['get', 'service', name, '-n', shop, '-o', 'jsonpath={.spec.clusterIP}']);

test('a Service keeps the address of its client, and policies see where it leads', async () => {
  await apply(session, [service('b', {})]);
  const address = await clusterIp('b');
  const attempts: Attempt[] = [
    { protocol: 'TCP', address, port: 443 },
    { protocol: 'UDP', address, port: 53 },
    { protocol: 'TCP', address, port: 22 },
  ];
  await eventually('the Service is served', async () => {
    const [first] = await connectFrom(session, a, attempts.slice(0, 1));
    return first !== undefined && 'answer' in first;
  });
  const [mine = ''] = a.addresses;
  expect((await connectFrom(session, a, attempts)).map(textOf)).toEqual([mine, mine, '(timeout)']);
  expect((await connectFrom(session, c, attempts)).map(textOf)).toEqual(
    attempts.map(() => '(timeout)'),
  );
});

test('a Service without anybody behind it refuses at once', async () => {
  await apply(session, [service('nobody', { selector: { pod: 'nobody' } })]);
  const address = await clusterIp('nobody');
  await eventually('the connection is refused', async () => {
    const [outcome] = await connectFrom(session, c, [{ protocol: 'TCP', address, port: 443 }]);
    return outcome !== undefined && textOf(outcome) === '(ECONNREFUSED)';
  });
});

test('a node port is served at the addresses of hosts, and policies hold there too', async () => {
  await apply(session, [service('door', { type: 'NodePort', externalTrafficPolicy: 'Local' })]);
  const query = 'jsonpath={.spec.ports[0].nodePort}';
  const port = await kubectl(session, ['get', 'service', 'door', '-n', shop, '-o', query]);
  const attempt: Attempt = { protocol: 'TCP', address: '10.244.250.2', port: Number(port) };
  await eventually(`${nameOf(attempt)} is served`, async () => {
    const [outcome] = await connectFrom(session, hosts, [attempt]);
    return outcome !== undefined && 'answer' in outcome;
  });
  expect((await connectFrom(session, c, [attempt])).map(textOf)).toEqual(['(timeout)']);
});

test('without the enforcer no new connection comes about, and open ones go on', async () => {
  const kept = ['node', '--eval', holdOpen(b.addresses[0] ?? '', 6443)];
  const holding = session.capture([...a.enter, ...kept]);
  await eventually('a connection is open', () =>
    Promise.resolve(listeners[1]?.clients.at(-1) === `TCP 6443 ${a.addresses[0] ?? ''}`),
  );
  const { processes } = await statusOf(sharedInstance());
  const enforcer = processes.find(({ name }) => name === 'network-policies');
  process.kill(enforcer?.pid ?? 0, 'SIGSTOP');
  try {
    expect(await open(b, a)).toEqual(none);
    expect(await open(a, b)).toEqual(none);
  } finally {
    process.kill(enforcer?.pid ?? 0, 'SIGKILL');
  }
  await eventually('the enforcer is back', async () => (await open(b, a)).ipv6.length > 0);
  expect((await open(a, b)).ipv4).toEqual(['TCP:6443', 'UDP:53']);
  expect((await holding).stdout.trim()).toBe('10 answers');
});

/** Says something on one connection, ten times in ten seconds, and counts what comes back. */
const holdOpen = (host: string, port: number) => `
  const socket = require('node:net').connect({ host: '${host}', port: ${port} });
  let answers = -1;
  socket.on('data', () => (answers += 1));
  let said = 0;
  const timer = setInterval(() => {
    if (said === 10) {
      console.log(answers + ' answers');
      process.exit();
    }
    said += 1;
    socket.write('x');
  }, 1000);`;
