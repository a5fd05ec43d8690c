// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, ofType, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { checkAccess, createSshAccess, machineCommands } from './index.ts';
import { renderSshService } from './render-ssh-service.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann';
const contextWith = (ssh: object, more: object = {}) =>
  testContext({ access: { ssh: { authorizedKeys: [key], ...ssh } }, ...more });

const linesOf = (context: Parameters<typeof checkAccess>[0]) =>
  checkAccess(context).map(({ path, message }) => `${path.join('.')}: ${message}`);

const [pool] = testContext().config.pools;
const { controlPlane } = testContext().config;

// Proves: access.other-network
test('SSH comes in by a VLAN of the cluster itself, where all machines have an interface in it', () => {
  const interfaces = [{ network: 'own', addresses: 'none' }];
  const more = {
    network: { vlans: [{ name: 'own', vlan: 400, bridge: 'br1' }] },
    controlPlane: { ...controlPlane, interfaces },
    pools: [{ ...pool, interfaces }],
  };
  expect(linesOf(contextWith({ via: 'network', network: 'own' }, more))).toEqual([]);
});

test('a setting that does nothing is told once, and is judged no further', () => {
  expect(linesOf(contextWith({ via: 'node-port', address: '192.0.2.1' }))).toEqual([
    'access.ssh.address: does nothing with via: node-port; remove it',
  ]);
  expect(linesOf(contextWith({ via: 'bastion', network: 'backbon' }))).toEqual([
    'access.ssh.network: does nothing with via: bastion; remove it',
  ]);
  const both = { address: '203.0.113.7', nodePort: 30_022 };
  expect(linesOf(contextWith({ via: 'load-balancer', ...both }))).toEqual([
    'access.ssh.nodePort: does nothing with via: load-balancer; remove it',
  ]);
  expect(linesOf(contextWith({ via: 'bastion', nodePort: 30_022 }))).toEqual([]);
});

test('SSH is judged where other parts of the configuration are missing', () => {
  const partOf = (ssh: object) => {
    const context = contextWith(ssh);
    return { ...context, config: { access: context.config.access } };
  };
  expect(linesOf(partOf({ via: 'load-balancer', address: '203.0.113.7' }))).toEqual([]);
  expect(linesOf(partOf({ via: 'network', network: 'backbone' }))).toEqual([]);
  expect(linesOf(partOf({ via: 'network', network: 'backbon' }))).toEqual([
    'access.ssh.network: the platform has no network "backbon"; did you mean "backbone"?',
  ]);
  expect(linesOf(partOf({ via: 'node-port', authorizedKeys: [] }))).toEqual([
    'access.ssh.authorizedKeys: is empty, so nobody could log in via "node-port"; add a public key, or say via: none',
  ]);
});

test('a command has no parts that are not there, and names some host where none is known', () => {
  const [none] = machineCommands(testContext());
  expect(none).toStrictEqual({
    machine: 'cp-0',
    console: 'virtctl console --namespace cluster-demo cp-0',
    vnc: 'virtctl vnc --namespace cluster-demo cp-0',
  });
  const headless = testContext({}, { headlessPreferences: ['sockets-advantage'] });
  expect(machineCommands(headless)[0]).toStrictEqual({
    machine: 'cp-0',
    console: 'virtctl console --namespace cluster-demo cp-0',
  });
  const [found] = machineCommands(contextWith({ via: 'node-port' }));
  expect(found?.ssh).toMatch(/^ssh -J strata@HOST:22 "strata@\$\(kubectl get node cp-0 /);
});

test('the Service asks for no pool and no port that nobody names', () => {
  const far = renderSshService(contextWith({ via: 'load-balancer', address: '192.0.2.1' }));
  expect(Object.keys(far?.annotations ?? {})).not.toContain('metallb.io/address-pool');
  const atPort = renderSshService(contextWith({ via: 'node-port' }));
  expect(atPort?.spec.ports).toStrictEqual([
    { name: 'ssh', protocol: 'TCP', port: 22, targetPort: 22 },
  ]);
});

// Proves: access.bastion
test('the bastion is a component below that of the cluster, and all of its objects below it', async () => {
  const recording = await recordProgram(() => {
    const parent = new pulumi.ComponentResource('test:Parent', 'parent');
    createSshAccess('ssh', { ...contextWith({ via: 'bastion' }), hostKeyPem: 'hush' }, { parent });
  });
  const [bastion] = ofType(recording, 'strata:user-cluster:Bastion');
  expect(bastion).toMatchObject({ name: 'ssh-bastion', parent: 'parent' });
  const below = ['settings', 'host-key', 'server'].map(
    (part) => named(recording, `ssh-bastion-${part}`).parent,
  );
  expect(below).toEqual(['ssh-bastion', 'ssh-bastion', 'ssh-bastion']);
  expect(named(recording, 'ssh-service').parent).toBe('parent');
});
