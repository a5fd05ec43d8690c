// SPDX-License-Identifier: Apache-2.0
import { readInfraFacts } from '@strata/config-fuzz';
import { migrationContract } from '@strata/contracts/migration';
import { readFiles } from '@strata/plan-check';
import { mobilityOf } from './machines/mobility-of.ts';
import { foundVersions } from './platform/found-versions.ts';
import { machineKinds, machineOf, nameOf, readProperties } from './resource/index.ts';
import { changedFiles } from './test-environment/bad-environments.ts';
import {
  readPlatform,
  recordCluster,
  recordPlatform,
} from './test-environment/record-environment.ts';

const name = 'staging';
const rootDisk = { image: 'ubuntu-24-04', sizeGiB: 40 };
const one = ['ReadWriteOnce'];

/** Pools, named after what is special about them. */
const pools = Object.entries({
  plain: {},
  staying: { evictionStrategy: 'None' },
  'root-alone': { rootDisk: { ...rootDisk, accessModes: one } },
  'data-alone': { disks: [{ name: 'data', kind: 'data', sizeGiB: 1, accessModes: one }] },
}).map(([pool, more]) => ({
  name: pool,
  replicas: 1,
  instancetype: 'standard-4',
  rootDisk,
  ...more,
}));

/** Returns what the program makes of the cluster of staging, after a change of its file. */
async function recorded(config: object) {
  const source = changedFiles({ 'stacks/user-cluster/Pulumi.staging.shop.yaml': { config } });
  const environment = readFiles(source).environments.find((found) => found.name === name);
  const [cluster] = environment?.clusters ?? [];
  if (environment === undefined || cluster === undefined) throw new Error(`no cluster in ${name}`);
  const facts = readInfraFacts(source, name);
  const { outputs } = await recordPlatform(name, await readPlatform(environment, facts));
  return recordCluster(name, cluster, facts, outputs);
}

/**
 * Returns what the program predicts for its VMs, and what the policy concludes from the rendered
 * ones, by name.
 */
async function behaviours(ipPreservingCni: boolean) {
  const { judged, machineGroups } = await recorded({
    'user-cluster:pools': pools,
    'user-cluster:network': { ipPreservingCni },
  });
  const rendered = judged
    .filter(({ type }) => (machineKinds as readonly string[]).includes(type))
    .map(({ props, type }) => {
      const object = readProperties(props);
      const mobility = mobilityOf(machineOf({ type, object }), [], { ipPreservingCni });
      const group = nameOf(object).replace(/^cp-0$/, 'cp');
      return [group, mobility && migrationContract(mobility).behaviour] as const;
    });
  return {
    said: Object.fromEntries(machineGroups.map((group) => [group.name, group.onDrain.behaviour])),
    seen: Object.fromEntries(rendered),
  };
}

test.each([
  ['stays', false, 'drains'],
  ['moves along', true, 'migrates'],
] as const)('program and policy agree on VMs whose address %s', async (_, moves, plain) => {
  const { said, seen } = await behaviours(moves);
  expect(said).toEqual({
    cp: 'migrates',
    plain,
    staying: 'drains',
    'root-alone': 'drains',
    'data-alone': 'drains',
  });
  expect(seen).toEqual(said);
});

test('the policy versions-compatible finds the Kubernetes of a user cluster and of its controllers', async () => {
  const key = 'user-cluster:kubernetes';
  const { judged } = await recorded({ [key]: { version: '1.34.4' } });
  const none = { urn: '', isProtected: false, dependencies: [], parent: undefined };
  const subjects = judged.map(({ name: of = '', props, type }) => ({
    ...none,
    type,
    name: of,
    object: readProperties(props),
  }));
  const found = new Map(foundVersions(subjects).map(({ part, version }) => [part, version]));
  const parts = ['cilium', 'cloud-controller-manager', 'csi-driver', 'kubernetes'];
  expect([...found.keys()].toSorted()).toEqual(parts);
  expect(found.get('kubernetes')).toBe('1.34.4');
});
