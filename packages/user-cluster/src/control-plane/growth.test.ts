// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { formatPath } from '@strata/contracts';
import { named, recordProgram } from '@strata/testing';
import type { BootstrapKeys } from '../bootstrap/index.ts';
import { renderUserData } from '../bootstrap/render-user-data.ts';
import { testConfig, testControlPlane, testWorker } from '../bootstrap/test-bootstrap.ts';
import { newCluster } from '../update/index.ts';
import { testContext } from '../test-context.ts';
import { growthLine } from './announce-growth.ts';
import { checkGrowth, ControlPlane } from './index.ts';

const one = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
  endpoint: { address: '203.0.113.2' },
};
const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const three = { ...one, replicas: 3, peers };

const disk = (name: string) => ({
  name,
  className: 'fast',
  volumeMode: 'Block' as const,
  madeGiB: 8,
  sizeGiB: 8,
  claimMiB: 8192,
});
const [first, second, third] = [disk('cp-0-etcd'), disk('cp-1-etcd'), disk('cp-2-etcd')];
const running = { ...newCluster, controlPlane: ['1.35.4'], etcdDisks: [first] };

const problems = (controlPlane: object, etcdDisks: readonly ReturnType<typeof disk>[]) =>
  checkGrowth({ ...testContext({ controlPlane }), running: { ...running, etcdDisks } }).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );

// Proves: clusters.control-plane-grows
test('lets one control-plane node become three, and go back as long as no other has a disk', () => {
  expect(problems(three, [first])).toEqual([]);
  expect(problems(one, [first])).toEqual([]);
  expect(problems(one, [])).toEqual([]);
  expect(checkGrowth(testContext({ controlPlane: one }))).toEqual([]);
  expect(checkGrowth({ ...testContext(), config: {}, running })).toEqual([]);
});

// Proves: clusters.control-plane-grows
test('refuses to make one of three, with the reason and the way', () => {
  expect(problems(one, [first, second, third])).toEqual([
    'controlPlane.replicas: 3 control-plane nodes never become 1 again: etcd has members on cp-1-etcd and cp-2-etcd, and without them cp-0 has no majority; leave it at 3. If the others could not join: docs/runbooks/recover-etcd.md#a-control-plane-that-grows-from-one-to-three',
  ]);
  // The first one is being replaced, and the growth has stopped at the second.
  expect(problems(one, [second])).toEqual([
    'controlPlane.replicas: 3 control-plane nodes never become 1 again: etcd has members on cp-1-etcd, and without them cp-0 has no majority; leave it at 3. If the others could not join: docs/runbooks/recover-etcd.md#a-control-plane-that-grows-from-one-to-three',
  ]);
});

const lineOf = (
  controlPlane: object,
  count: number,
  etcdDisks: readonly ReturnType<typeof disk>[],
) => {
  const versions = Array.from({ length: count }, () => '1.35.4');
  return growthLine({ ...testContext({ controlPlane }), versions, etcdDisks });
};

// Proves: clusters.control-plane-grows
test('previews say that the API is away while the first node is replaced', () => {
  expect(lineOf(three, 1, [first])).toBe(
    'the control plane grows from 1 VM to 3: cp-0 is replaced by a VM with an interface among peers, and the API is away until that one answers; workloads keep running. Then cp-1 and cp-2 are made and join, one after the other. From the moment when cp-1 has a disk there is no way back to 1',
  );
  expect(lineOf(three, 2, [first, second])).toBe(
    'the control plane has 2 of its 3 VMs: until all have joined, the loss of one more can leave etcd without a majority',
  );
});

test('previews say nothing of control planes that are new or complete', () => {
  expect(lineOf(three, 0, [])).toBeUndefined();
  expect(lineOf(three, 3, [first, second, third])).toBeUndefined();
  expect(lineOf(one, 1, [first])).toBeUndefined();
});

const secrets = testControlPlane();
const keys: BootstrapKeys = {
  authority: secrets.authority,
  controlPlane: pulumi.secret(secrets.keys),
  fingerprints: { encryption: 'sha256:1' },
};

const orderOf = async (etcdDisks: readonly ReturnType<typeof disk>[]) => {
  const context = { ...testContext({ controlPlane: three }), keys, etcdDisks };
  const recording = await recordProgram(() => new ControlPlane('demo', context));
  const resources = ['demo-cp-0-etcd', 'demo-cp-1-etcd', 'demo-cp-2-etcd', 'demo-budget'];
  return resources.map((name) => named(recording, name).dependsOn);
};

// Proves: clusters.control-plane-grows
test('makes each new disk of etcd once the machine before it is there, and waits for none that exists', async () => {
  expect(await orderOf([first])).toEqual([[], ['demo-cp-0'], ['demo-cp-1'], ['demo-cp-1']]);
  // A disk that is full must grow, whatever becomes of the machines.
  expect(await orderOf([first, second, third])).toEqual([[], [], [], ['demo-cp-1']]);
});

// Proves: clusters.control-plane-grows
test('replaces no machine of a pool', () => {
  const [alone, grown] = [testConfig({}), testConfig({ controlPlane: { replicas: 3, peers } })].map(
    (config) => renderUserData(testWorker(config)),
  );
  expect(grown).toBe(alone);
  expect(alone).toContain('ROLE=');
});
