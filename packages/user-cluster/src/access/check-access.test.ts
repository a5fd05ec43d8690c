// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { checkAccess } from './index.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann';

const problemsOf = (ssh: object, more: object = {}) =>
  checkAccess(testContext({ access: { ssh: { authorizedKeys: [key], ...ssh } }, ...more })).map(
    ({ path, message }) => `${path.slice(2).join('.')}: ${message}`,
  );

test('accepts each way in with the settings that it needs', () => {
  expect(checkAccess({ ...testContext(), config: {} })).toEqual([]);
  expect(checkAccess(testContext())).toEqual([]);
  expect(problemsOf({ via: 'bastion' })).toEqual([]);
  expect(problemsOf({ via: 'bastion', address: '203.0.113.7', sources: ['10.0.0.0/8'] })).toEqual(
    [],
  );
  const sources = ['10.0.0.0/8'];
  expect(problemsOf({ via: 'bastion', nodePort: 30_022 })).toEqual([]);
  expect(problemsOf({ via: 'node-port', nodePort: 30_022, sources })).toEqual([]);
  expect(problemsOf({ via: 'load-balancer', address: '203.0.113.7', sources })).toEqual([]);
});

test('judges ways in where other parts of the configuration are missing', () => {
  const partOf = (ssh: object, ...keys: readonly ('pools' | 'controlPlane')[]) => {
    const { config, ...context } = testContext({
      access: { ssh: { authorizedKeys: [key], ...ssh } },
      pools: [{ ...pool, authorizedKeys: [other] }],
    });
    const parts = Object.fromEntries(keys.map((one) => [one, config[one]]));
    return checkAccess({ ...context, config: { access: config.access, ...parts } }).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  };
  const unknown =
    'pools.0.authorizedKeys.0: cannot log in via "load-balancer": SSH goes through a machine of the control plane first, ' +
    'and that does not know the key; add it to controlPlane.authorizedKeys as well, or say via: bastion or network';
  const balanced = { via: 'load-balancer', address: '203.0.113.7' };
  expect(partOf(balanced, 'controlPlane')).toEqual([]);
  expect(partOf(balanced, 'pools')).toEqual([unknown]);
  const network = { via: 'network', network: 'backbone' };
  const missing = (name: string) =>
    `access.ssh.network: machines of ${name} have no interface in "backbone"; add one to their interfaces`;
  expect(partOf(network, 'controlPlane')).toEqual([missing('the control plane')]);
  expect(partOf(network, 'pools')).toEqual([missing('pool "md-a"')]);
});

test('refuses a way in without any key', () => {
  expect(problemsOf({ via: 'bastion', authorizedKeys: [] })).toEqual([
    'authorizedKeys: is empty, so nobody could log in via "bastion"; add a public key, or say via: none',
  ]);
});

test('refuses a way in without a setting that it needs, and settings that have no effect', () => {
  expect(problemsOf({ via: 'load-balancer', nodePort: 30_022 })).toEqual([
    'address: missing; "load-balancer" needs it',
    'nodePort: does nothing with via: load-balancer; remove it',
  ]);
  expect(problemsOf({ address: '203.0.113.7' })).toEqual([
    'address: does nothing with via: none; remove it',
  ]);
  expect(problemsOf({ via: 'network' })).toEqual(['network: missing; "network" needs it']);
  expect(problemsOf({ via: 'bastion', address: '203.0.113.7', nodePort: 30_022 })).toEqual([
    'nodePort: does nothing with an address; remove one of the two',
  ]);
  // Of what does nothing, only that is said.
  expect(problemsOf({ via: 'load-balancer', address: '203.0.113.7', nodePort: 30_022 })).toEqual([
    'nodePort: does nothing with via: load-balancer; remove it',
  ]);
  expect(problemsOf({ address: '203.0.113.2' })).toEqual([
    'address: does nothing with via: none; remove it',
  ]);
  expect(problemsOf({ via: 'bastion', network: 'nowhere' })).toEqual([
    'network: does nothing with via: bastion; remove it',
  ]);
});

// Proves: access.pool-address
test('refuses an address that is taken or in no pool', () => {
  expect(problemsOf({ via: 'bastion', address: '203.0.113.2' })).toEqual([
    'address: 203.0.113.2 is the address of the API; take another one',
  ]);
  expect(problemsOf({ via: 'load-balancer', address: '10.50.0.12' })).toEqual([
    'address: 10.50.0.12 is in the load balancer pool "bound", which only the cluster "other" may use; take a free address of "shared" (203.0.113.0/28)',
  ]);
  const network = { dns: { servers: ['203.0.113.7'] } };
  expect(problemsOf({ via: 'load-balancer', address: '203.0.113.7' }, { network })).toEqual([
    'address: 203.0.113.7 is the address of a DNS server of the machines; take one that nobody has',
  ]);
});

// Proves: access.other-network
test('refuses a network in which a machine has no interface', () => {
  expect(problemsOf({ via: 'network', network: 'backbon' })).toEqual([
    'network: the platform has no network "backbon"; did you mean "backbone"?',
  ]);
  const pool = {
    name: 'md-a',
    replicas: 1,
    instancetype: 'standard-4',
    rootDisk: { image: 'ubuntu', sizeGiB: 30 },
  };
  const pools = [
    { ...pool, interfaces: [{ network: 'backbone' }] },
    { ...pool, name: 'md-b', interfaces: [{ network: 'fast-lane', addresses: 'none' }] },
  ];
  expect(problemsOf({ via: 'network', network: 'backbone' }, { pools })).toEqual([
    'network: machines of the control plane have no interface in "backbone"; add one to their interfaces',
    'network: machines of pool "md-b" have no interface in "backbone"; add one to their interfaces',
  ]);
});

// Proves: access.other-network
test('accepts the network of the peers, in which Strata gives control planes an interface', () => {
  const { controlPlane } = testContext().config;
  const peers = {
    network: 'backbone',
    addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
  };
  const pools = testContext().config.pools.map((one) => ({
    ...one,
    interfaces: [{ network: 'backbone' }],
  }));
  expect(
    problemsOf(
      { via: 'network', network: 'backbone' },
      { controlPlane: { ...controlPlane, replicas: 3, peers }, pools },
    ),
  ).toEqual([]);
});

// Proves: access.other-network
test('refuses a network of cards whose name in the guest nobody knows', () => {
  const { controlPlane, pools } = testContext().config;
  const card = { network: 'fast-lane', addresses: 'none' };
  const byAddress = { ...card, mac: '02:00:00:00:00:10' };
  expect(
    problemsOf(
      { via: 'network', network: 'fast-lane' },
      {
        controlPlane: { ...controlPlane, interfaces: [byAddress] },
        pools: pools.map((one) => ({ ...one, interfaces: [card] })),
      },
    ),
  ).toEqual([
    'network: machines of pool "md-a" have a card in "fast-lane", whose name in the guest nobody knows; take a VLAN or a bridge, or set its mac',
  ]);
});

const other = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ1 ben';
const [pool] = testContext().config.pools;

// Proves: access.ssh-keys-of-pools
test('a key of a pool counts as a key, and must be known to the jump', () => {
  const pools = [{ ...pool, authorizedKeys: [key, other] }];
  const said = (ssh: object, more: object = {}) =>
    checkAccess(
      testContext({ access: { ssh: { authorizedKeys: [key], ...ssh } }, pools, ...more }),
    ).map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(said({ via: 'bastion', authorizedKeys: [] })).toEqual([]);
  expect(said({ via: 'network', network: 'backbone' })).toEqual([
    'access.ssh.network: machines of the control plane have no interface in "backbone"; add one to their interfaces',
    'access.ssh.network: machines of pool "md-a" have no interface in "backbone"; add one to their interfaces',
  ]);
  expect(said({ via: 'node-port' })).toEqual([
    'pools.0.authorizedKeys.1: cannot log in via "node-port": SSH goes through a machine of the control plane first, ' +
      'and that does not know the key; add it to controlPlane.authorizedKeys as well, or say via: bastion or network',
  ]);
  const { controlPlane } = testContext().config;
  expect(
    said({ via: 'node-port' }, { controlPlane: { ...controlPlane, authorizedKeys: [other] } }),
  ).toEqual([]);
});
