// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI on programs whose update differs from their preview.

const repository = new NoteRepository();
const id = 'user-cluster/prod.shop';
const note = (name: string) => repository.note('prod.shop', name);

/** Beginning of every program: a class for notes, and whether this is a preview. */
const start = `
import * as pulumi from '@pulumi/pulumi';
class Note extends pulumi.CustomResource {
  constructor(name, args, options) { super('note:index:Note', name, { written: undefined, ...args }, options); }
}
const config = new pulumi.Config();
const folder = config.require('folder');
const isPreview = pulumi.runtime.isDryRun();
const add = (name, text, file = name) => new Note(name, { file: folder + '/' + file, text }, { deleteBeforeReplace: true });
`;

/** Updates the stack with a program, and returns its report. */
async function up(program: string) {
  repository.write('packages/user-cluster/program.mjs', `${start}${program}`);
  const { reports, stderr, stdout } = await repository.run('up', [id]);
  const [report] = reports;
  if (report === undefined) throw new Error(stderr);
  return { report, said: [stdout, stderr, JSON.stringify(report)].join('\n') };
}

beforeAll(async () => {
  repository.addProgram('user-cluster');
  repository.configure(id, {});
  repository.commit();
  await up("add('kept', 'one'); add('moved', 'one');");
});
afterAll(() => repository.remove());

test('a delete that no preview showed is refused before it begins', async () => {
  const { report } = await up("add('moved', 'one'); if (isPreview) add('kept', 'one');");
  expect(existsSync(note('kept'))).toBe(true);
  expect([report.outcome, report.reason]).toEqual([
    'refused',
    'Pulumi refused it before it began:\ndelete is not allowed by the plan: this resource is constrained to same\nWhat the preview showed and was done before is kept. Look at a new preview.',
  ]);
});

test('a replacement that the preview showed as an update is refused before it begins', async () => {
  const { report } = await up(
    "add('kept', 'one'); add('moved', 'two', isPreview ? 'moved' : 'elsewhere');",
  );
  expect(readFileSync(note('moved'), 'utf8')).toBe('one');
  expect(existsSync(note('elsewhere'))).toBe(false);
  expect(report.outcome).toBe('refused');
  expect(report.reason).toContain(
    'Note moved violates plan: properties changed: (values are left out)',
  );
});

test('no message contains a value, which may be an unmarked secret', async () => {
  const { report, said } = await up(
    "add('kept', 'one'); add('moved', 'one'); add('plain', isPreview ? 'a' : 'b'); add('key', 'k', isPreview ? 'key' : 'canary-of-the-plan');",
  );
  // The preview changes every field of a new resource, so its values may differ.
  expect(report.outcome).toBe('changed');
  const { report: second, said: more } = await up(
    "add('kept', 'one'); add('moved', 'one'); add('plain', 'b'); add('key', isPreview ? 'k' : config.requireSecret('word').apply((word) => word + '-canary-of-the-plan'), 'canary-file');",
  );
  expect(second.outcome).not.toBe('failed');
  expect(said + more).not.toContain('canary-of-the-plan');
});

test('a program that depends on unknown values is updated in several rounds, each of which is judged', async () => {
  const { report } = await up(`
add('kept', 'one'); add('moved', 'one'); add('plain', 'b');
const first = add('first', 'x');
const second = add('second', 'y');
add('nested', first.id.apply(() => second.id.apply(() => 'known at last')));
`);
  expect([report.outcome, report.reason]).toEqual(['changed', undefined]);
  expect(readFileSync(note('nested'), 'utf8')).toBe('known at last');
  expect(report.changes.map(({ name, operation }) => [name, operation]).sort()).toEqual([
    ['first', 'create'],
    ['key', 'delete'],
    ['nested', 'create'],
    ['second', 'create'],
  ]);
});

test('a replacement that turns out to be unnecessary is not a failure', async () => {
  const program = (file: string) => `
add('kept', 'one'); add('moved', 'one'); add('plain', 'b');
const first = add('first', 'x', '${file}');
// Its file is not known while the first note is replaced.
new Note('follows', { file: first.id.apply(() => folder + '/follows'), text: 'x' });
`;
  await up(program('first'));
  const { report } = await up(program('first-moved'));
  expect([report.outcome, report.reason]).toEqual(['changed', undefined]);
  expect(existsSync(note('first-moved'))).toBe(true);
  expect(readFileSync(note('follows'), 'utf8')).toBe('x');
});
