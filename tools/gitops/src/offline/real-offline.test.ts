// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI, with a provider whose cloud is a folder of files.
jest.setTimeout(600_000);

const repository = new NoteRepository();
const id = 'user-cluster/prod.shop';

beforeAll(() => {
  const facts = join(import.meta.dirname, '../../../../stacks/infra-facts/staging.yaml');
  repository.write('stacks/infra-facts/prod.yaml', readFileSync(facts, 'utf8'));
  for (const program of ['infra', 'kubevirt-stack', 'user-cluster']) repository.addProgram(program);
  repository.configure('infra/prod', {});
  repository.configure(id, { a: { text: 'one' } });
});
afterAll(() => repository.remove());

const infraProgram = `
export const bridges = [{ name: 'br1', uplink: 'bond0', vlans: ['300-399'] }];
export const dnsCache = { mode: 'address', address: '169.254.20.10' };
export const hosts = ['none of the facts'];
`;

/** Fails with the outputs of infra, so a report shows them. */
const clusterProgram = `
import * as pulumi from '@pulumi/pulumi';
const infra = new pulumi.StackReference('organization/infra/prod');
const read = (name) => infra.getOutputDetails(name).then(({ value }) => value);
const names = ['bridges', 'dnsCache', 'environment'];
const values = await Promise.all(names.map(read));
const [first] = await read('hosts');
throw new pulumi.RunError('read ' + JSON.stringify([...values, first.name]));
`;

test('a cluster is previewed with the bridges and the DNS cache that the file of its infra cluster asks for, and with the hosts of the facts', async () => {
  repository.configure('kubevirt-stack/prod', {});
  repository.write('packages/infra/program.mjs', infraProgram);
  repository.write('packages/user-cluster/program.mjs', clusterProgram);
  repository.commit();
  const { reports } = await repository.run('preview', [id], '--offline');
  expect(reports).toHaveLength(1);
  expect(reports[0]?.reason).toContain(
    'read [[{"name":"br1","uplink":"bond0","vlans":["300-399"]}],{"address":"169.254.20.10","mode":"address"},"prod","stg-cp-0"]',
  );
});

test('a cluster that only its platform keeps from being previewed says what is wrong with the platform', async () => {
  repository.write('stacks/kubevirt-stack/Pulumi.prod.yaml', 'config: {}\n');
  repository.commit();
  const { reports } = await repository.run('preview', [id], '--offline');
  const [report, ...others] = reports;
  expect(others).toEqual([]);
  expect(report?.outcome).toBe('skipped');
  const [first, ...reason] = report?.reason?.split('\n') ?? [];
  expect(first).toBe('kubevirt-stack/prod must come first, and its preview fails:');
  expect(reason.join('\n')).toContain(
    "Missing required configuration variable 'kubevirt-stack:folder'",
  );
});
