// SPDX-License-Identifier: Apache-2.0
// KubeVirt's controllers, its webhook of evictions and the scheduler are the real ones. They do what
// `noTarget` in packages/user-cluster/src/machines/machine-placement.ts says of a machine with one host.
import type { RackSession } from '@strata/sandbox';
import { apply } from './apply.ts';
import { drainHost } from './drain-host.ts';
import { eventually, kubectl, openSession } from './environment.ts';
import { createNamespaces } from './packets/silent-pods.ts';
import { smallMachine } from './small-machine.ts';

let session: RackSession;
const namespace = 'endless';
const host = 'metal-2';

/** A machine that KubeVirt calls migratable, and that no other host takes. */
const vmi = smallMachine('pinned', namespace, {
  evictionStrategy: 'LiveMigrate',
  nodeSelector: { 'kubernetes.io/hostname': host },
});

const get = (what: string, fields: string) =>
  kubectl(session, ['get', what, '-n', namespace, '-o', `jsonpath=${fields}`]);

beforeAll(async () => {
  session = await openSession();
  await createNamespaces(session, [namespace]);
  await apply(session, [vmi]);
  const running = '--for=jsonpath={.status.phase}=Running';
  await kubectl(session, ['wait', 'vmi/pinned', '-n', namespace, running, '--timeout=180s']);
}, 300_000);

afterAll(async () => {
  await kubectl(session, ['delete', 'namespace', namespace]);
  await kubectl(session, ['uncordon', host]);
});

// Proves: drains-and-updates.host-drain
test('a drain waits for a machine that KubeVirt calls migratable and that no other host takes', async () => {
  const migratable = '{.status.conditions[?(@.type=="LiveMigratable")].status}';
  await eventually(
    'KubeVirt calls it migratable',
    async () => (await get('vmi/pinned', migratable)) === 'True',
  );
  const uid = await get('vmi/pinned', '{.metadata.uid}');
  const own = ['--pod-selector=vm.kubevirt.io/name=pinned', '--timeout=30s'];
  await expect(drainHost(session, host, ...own)).rejects.toThrow('global timeout reached: 30s');
  // KubeVirt tries a migration, whose pod the scheduler gives to nobody.
  const pending = '{.items[?(@.status.phase=="Pending")].status.conditions[*].message}';
  await eventually('the scheduler says why', async () =>
    (await get('pods', pending)).includes("didn't match Pod's node affinity/selector"),
  );
  expect(await get('vmi/pinned', '{.metadata.uid} {.status.nodeName}')).toBe(`${uid} ${host}`);
}, 300_000);
