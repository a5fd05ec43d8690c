// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallCluster } from './harvester/testing/small-cluster.ts';

const program = `
import { readImportedFile } from ${JSON.stringify(join(import.meta.dirname, 'imported-file.ts'))};
const options = { environment: 'lab', name: 'shop', [process.argv[1]]: process.argv[2] };
const context = { images: [], networks: [], fallback: 'first' };
const { path, translation } = readImportedFile(options, context);
console.log(JSON.stringify({ path, kubernetes: translation.kubernetes }));
`;

const args = (option: string, path: string) => [
  '--disable-warning=ExperimentalWarning',
  '--input-type=module',
  '--eval',
  program,
  option,
  path,
];

const read = { path: 'standard input', kubernetes: '1.35.4' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standard-input-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// Proves: migration.from-cluster
test('what kubectl prints is read from a pipe that begins late', () => {
  const file = join(folder, 'shop.yaml');
  writeFileSync(file, smallCluster);
  const script = '{ sleep 0.5; cat "$1"; } | { shift; "$@"; }';
  const command = [process.execPath, ...args('fromHarvester', '/dev/stdin')];
  const said = execFileSync('sh', ['-c', script, 'sh', file, ...command], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual(read);
});

// Proves: migration.from-cluster
test('what another program prints is read from a socket, and named in refusals', () => {
  const run = (option: string, input: string) =>
    execFileSync(process.execPath, args(option, '-'), { encoding: 'utf8', input, stdio: 'pipe' });
  expect(JSON.parse(run('fromHarvester', smallCluster))).toEqual(read);
  expect(() => run('fromCapk', smallCluster)).toThrow(
    'standard input is of Rancher on Harvester: say --from-harvester instead of --from-capk.',
  );
});
