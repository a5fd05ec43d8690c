// SPDX-License-Identifier: Apache-2.0
import { readHarvesterFile } from './read-harvester-file.ts';
import { smallCluster } from './testing/small-cluster.ts';

const reading = (text: string) => () => readHarvesterFile('shop.yaml', text);

const cluster = (spec: string) =>
  `apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nmetadata: { name: shop }\nspec: ${spec}\n`;

// Proves: migration.from-harvester
test('refuses files that say nothing, or too much', () => {
  expect(reading('kind: HarvesterConfig\napiVersion: rke-machine-config.cattle.io/v1\n')).toThrow(
    'shop.yaml has no Cluster (provisioning.cattle.io) of Rancher: add it to its HarvesterConfigs.',
  );
  expect(reading('kind: [x\n')).toThrow(/^shop\.yaml is no YAML: line \d+, column \d+ \(\w+\)\.$/);
  const another = cluster('{}').replace('shop', 'cart');
  expect(reading(`${smallCluster}---\n${another}`)).toThrow(
    'shop.yaml has the Clusters shop, cart; leave one of them in it.',
  );
});

// Proves: migration.from-harvester
test.each([
  ['an imported cluster', '{}'],
  ['a cluster whose machines people have registered', '{ rkeConfig: { machineGlobalConfig: {} } }'],
])('refuses %s, whose machines Rancher does not make', (_, spec) => {
  expect(reading(cluster(spec))).toThrow(
    'shop.yaml: Cluster shop has no spec.rkeConfig.machinePools: only clusters are translated whose machines Rancher makes with its node driver for Harvester.',
  );
});

// Proves: migration.from-harvester
test('names all machine pools at once that cannot be translated', () => {
  const text = cluster(`
  rkeConfig:
    machinePools:
    - { name: one, machineConfigRef: { kind: Amazonec2Config, name: one } }
    - { name: two, machineConfigRef: { kind: HarvesterConfig, name: two } }
    - { name: three }
    - { name: four, machineOS: windows, machineConfigRef: { kind: HarvesterConfig, name: four } }
---
apiVersion: rke-machine-config.cattle.io/v1
kind: HarvesterConfig
metadata: { name: four }
`);
  expect(reading(text)).toThrow(
    [
      'shop.yaml cannot be translated:',
      'Cluster shop: spec.rkeConfig.machinePools[0].machineConfigRef is of the kind "Amazonec2Config"; only HarvesterConfig is translated',
      'Cluster shop: spec.rkeConfig.machinePools[1].machineConfigRef is the HarvesterConfig two, which is not in the file; add it',
      'Cluster shop: spec.rkeConfig.machinePools[2].machineConfigRef is missing; it must name a HarvesterConfig',
      'Cluster shop: spec.rkeConfig.machinePools[3].machineOS is "windows"; only machines with Linux are translated',
    ].join('\n  '),
  );
});

// Proves: migration.from-harvester
test('of the HarvesterConfigs in a list of all, those of other clusters are no news', () => {
  const { lines } = readHarvesterFile('shop.yaml', smallCluster);
  expect(lines).toEqual([]);
  const own = smallCluster.replace('name: cart, uid: b', 'name: shop, uid: a');
  expect(readHarvesterFile('shop.yaml', own).lines).toEqual([
    'HarvesterConfig nc-cart-pool1-48qkw is left out: no object of the file refers to it',
  ]);
});
