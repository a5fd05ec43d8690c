// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatIdentity, ownIdentity } from '@strata/toolchain/process-identity';

const main = join(import.meta.dirname, '../main.ts');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'full-disk-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Runs a command for a sandbox that runs on a file system without room for one more file.
 *
 * @param more - a further folder in that of the sandbox.
 */
function runOnFullDisk(command: string, more = '') {
  // The folders, two files of the sandbox, and nothing else.
  const script = `
    mount -t tmpfs -o nr_inodes=${more === '' ? 4 : 5} none "$1" && mkdir "$1/full" || exit 100
    echo '{}' > "$1/full/sandbox.json"
    "$2" -e 'setInterval(() => {}, 1000)' supervisor/main.ts "$1/full" &
    pid=$!
    echo "{\\"supervisor\\": $pid}" > "$1/full/pids.json"
    ${more === '' ? '' : `mkdir "$1/full/${more}"`}
    "$2" "$3" ${command} --name full --state-dir "$1/full" 2>&1
    echo "exit code $?"
    kill -0 $pid 2> /dev/null && { echo 'it runs on'; kill $pid; }
    ls "$1"
  `;
  const args = ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, main];
  const { stderr, stdout } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 60_000 });
  return `${stdout}${stderr}`.replaceAll(folder, '~').trim().split('\n');
}

test('a sandbox on a full disk can be stopped', () => {
  expect(runOnFullDisk('down')).toEqual(['Sandbox full is down.', 'exit code 0', 'full']);
});

test('a sandbox on a full disk can be deleted', () => {
  expect(runOnFullDisk('reset')).toEqual([
    'Sandbox full is deleted, with all its state.',
    'exit code 0',
  ]);
});

test('on a full disk a command that works is waited for as ever', () => {
  const working = formatIdentity(ownIdentity());
  expect(runOnFullDisk('down', `lock.building-${working}.1`)).toEqual([
    `Another command (process ${process.pid}) is changing sandbox full: wait until it is done.`,
    'exit code 1',
    'it runs on',
    'full',
  ]);
});
