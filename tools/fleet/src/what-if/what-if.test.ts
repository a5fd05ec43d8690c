// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, TestRepository } from '../testing/test-repository.ts';
import { whatIf } from './what-if.ts';

const ask = (question: string, values: readonly string[], json = false) =>
  whatIf(repositoryRoot, { question, values, environments: ['production'], json }).text;

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

test('a cluster whose file is wrong is named, and makes the answer one that is not complete', () => {
  using repository = new TestRepository();
  repository.change('stacks/user-cluster/Pulumi.production.reports.yaml', (config) => {
    config['user-cluster:fooo'] = 1;
  });
  const asked = { environments: ['production'], json: false };
  const said = whatIf(repository.root, {
    ...asked,
    question: 'kubernetes-cve',
    values: ['1.35.4'],
  });
  expect(said.isComplete).toBe(false);
  expect(said.text.split('\n')).toContain(
    'production: not in this answer: the cluster "reports": stacks/user-cluster/Pulumi.production.reports.yaml is wrong; its preview says what',
  );
});

test('a cluster whose file cannot be read is named, and makes the answer one that is not complete', () => {
  using repository = new TestRepository();
  const file = 'stacks/user-cluster/Pulumi.production.shop.yaml';
  const path = join(repository.root, file);
  writeFileSync(path, `<<<<<<< HEAD\n${readFileSync(path, 'utf8')}`);
  const asked = { environments: ['production'], json: false };
  const said = whatIf(repository.root, { ...asked, question: 'host-lost', values: ['prd-0'] });
  expect(said.isComplete).toBe(false);
  expect(said.text).toContain(`production: not in this answer: ${file}: is no YAML: `);
});

test('an environment whose capacity is not known is named where a host is nowhere', () => {
  using repository = new TestRepository();
  repository.change('stacks/user-cluster/Pulumi.production.reports.yaml', (config) => {
    (config['user-cluster:controlPlane'] as Record<string, unknown>).instancetype = 'standard-44';
  });
  const asked = {
    question: 'host-lost',
    values: ['prd-0'],
    environments: ['production'],
    json: false,
  };
  expect(() => whatIf(repository.root, asked)).toThrow('production: not in this answer: hosts and');
});
