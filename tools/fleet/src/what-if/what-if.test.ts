// SPDX-License-Identifier: Apache-2.0
import { repositoryRoot } from '../testing/test-repository.ts';
import { whatIf } from './what-if.ts';

const ask = (question: string, values: readonly string[], json = false) =>
  whatIf(repositoryRoot, { question, values, environments: ['production'], json });

test('answers from the files of this repository, for people and for programs', () => {
  const text = ask('vlan-becomes', ['400', '700']).split('\n');
  expect(text.slice(0, 5)).toEqual([
    'What if VLAN 400 becomes 700?',
    '',
    'production: the network "own" of the cluster "shop" has VLAN 400 of br1',
    'production: 700 is not among the VLANs that the hosts carry to br1',
    'production: 700 is not among the VLANs that the address plan has of br1',
  ]);
  const { clusters, title } = JSON.parse(ask('host-lost', ['prd-0'], true)) as {
    readonly title: string;
    readonly clusters: readonly string[];
  };
  expect([title, clusters]).toEqual([
    'What if the host prd-0 is lost?',
    ['production/reports', 'production/shop'],
  ]);
});

test('says what there is when nothing has the name', () => {
  expect(() => ask('zone-lost', ['rack-d'])).toThrow(
    'there is no zone "rack-d"; did you mean "rack-a"? Zones: rack-a, rack-b, rack-c',
  );
});
