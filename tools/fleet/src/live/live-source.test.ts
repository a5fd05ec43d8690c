// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallLive } from '../testing/small-live.ts';
import { LiveSource, readerCommand } from './live-source.ts';

const [prod] = smallLive;

let folder: string;
/** Environments for which a process was started, in this order. */
let starts: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-live-'));
  starts = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns a source whose process answers each line with the result of an expression. */
function sourceOf(expression: string, seconds = 120): LiveSource {
  const script = join(folder, 'reader.mjs');
  const begin = `import { createInterface } from 'node:readline';
    const prod = ${JSON.stringify(prod)};`;
  const answer = `createInterface({ input: process.stdin }).on('line', (line) => { ${expression} });`;
  writeFileSync(script, `${begin}\n${answer}`);
  const command = (name: string) => {
    starts.push(name);
    return [process.execPath, script, name];
  };
  return new LiveSource({ command, seconds });
}

test('one process reads an environment as often as it is asked', async () => {
  using source = sourceOf('console.log(JSON.stringify(prod))');
  expect(await source.read(['prod'])).toEqual([prod]);
  expect(await source.read(['prod'])).toEqual([prod]);
  expect(starts).toEqual(['prod']);
});

test('reads several environments, in their order', async () => {
  using source = sourceOf('console.log(JSON.stringify({ ...prod, name: process.argv[2] }))');
  const names = ['e', 'd', 'c', 'b', 'a'];
  expect((await source.read(names)).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['has a field more', '{ ...prod, token: "hush" }'],
  ['has a field more within', '{ ...prod, value: { ...prod.value, secrets: ["hush"] } }'],
  ['is about another environment', '{ ...prod, name: "other" }'],
])('an answer that %s is not shown', async (_, answer) => {
  using source = sourceOf(`console.log(JSON.stringify(${answer}))`);
  expect(await source.read(['prod'])).toEqual([
    {
      name: 'prod',
      at: expect.any(String) as string,
      problem: 'what was read is not shown, because it is not what the page may know',
    },
  ]);
});

test.each([
  ['process.exit(1)', 'the process that reads it ended: npx strata doctor prod may say why'],
  ['console.log("hush")', 'the process that reads it ended: npx strata doctor prod may say why'],
  ['', 'it was not read within 1 s', 1],
])(
  'a process that does %j is the reason, and the next reading starts another',
  async (code, problem, seconds?) => {
    using source = sourceOf(code, seconds);
    const answer = { name: 'prod', at: expect.any(String) as string, problem };
    expect(await source.read(['prod'])).toEqual([answer]);
    expect(await source.read(['prod'])).toEqual([answer]);
    expect(starts).toEqual(['prod', 'prod']);
  },
);

test('a program that is not there is the reason', async () => {
  using source = new LiveSource({ command: () => ['/nowhere/reader'] });
  const [found] = await source.read(['sandbox']);
  expect(found?.problem).toBe(
    'the sandbox does not run, or could not be entered: npx strata status',
  );
});

test('the sandbox is read inside its rack, all others here', () => {
  const [node, main, ...rest] = readerCommand('prod', '/repository');
  expect([node, rest]).toEqual([process.execPath, ['prod', '/repository']]);
  expect(main).toMatch(/\/tools\/fleet\/src\/live\/main\.ts$/);
  const inside = readerCommand('sandbox', '/repository', 'two').map((part) =>
    part.replace(/.*\/tools\//, 'tools/'),
  );
  expect(inside.slice(1)).toEqual([
    'tools/sandbox/src/main.ts',
    '--name',
    'two',
    'exec',
    process.execPath,
    'tools/fleet/src/live/main.ts',
    'sandbox',
    '/repository',
  ]);
});
