// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(import.meta.dirname, 'container-root.sh');
/** Folders of the machine without which none of its programs runs. */
const libraries = ['/lib', '/lib64', '/usr/bin', '/usr/lib'].filter(existsSync);
const timeZones = '/usr/share/zoneinfo';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'container-root-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Runs a program of this machine in a file system of its own. */
function runInRoot(...command: readonly string[]) {
  const binds = libraries.flatMap((folder) => [folder, `${folder}:ro`]);
  const args = ['-rm', '--uts', 'sh', script, 'c', root, ...binds, '--', ...command];
  const { stdout, stderr, status } = spawnSync('unshare', args, {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { stdout, stderr, status };
}

// Images without a shell (distroless) have them; kube-state-metrics ends at a CronJob whose zone it lacks.
// https://github.com/kubernetes/kube-state-metrics/blob/v2.18.0/internal/store/cronjob.go
test('a program has the time zones of the machine, if that has some', () => {
  const zone = `${timeZones}/Etc/UTC`;
  const found = existsSync(zone) ? { stdout: `${zone}\n`, status: 0 } : { stdout: '', status: 2 };
  expect(runInRoot('/usr/bin/ls', zone)).toMatchObject(found);
});

test('a program sees nothing else of the machine, and cannot change what it sees', () => {
  expect(runInRoot('/usr/bin/ls', '/home').status).toBe(2);
  const { stderr, status } = runInRoot('/usr/bin/touch', `${timeZones}/x`);
  expect(status).toBe(1);
  expect(stderr).toMatch(/Read-only file system|No such file or directory/);
});
