// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mirrorScript } from './index.ts';

const digest = `sha256:${'0'.repeat(64)}`;
const images = ['quay.io/a/b:v1', 'busybox:1.36', `ghcr.io/c/d:v2@${digest}`];
const copies = [
  'copy --all --preserve-digests docker://quay.io/a/b:v1 docker://m.example:5000/x/a/b:v1',
  'copy --all --preserve-digests docker://busybox:1.36 docker://m.example:5000/x/library/busybox:1.36',
  `copy --all --preserve-digests docker://ghcr.io/c/d@${digest} docker://m.example:5000/x/c/d@${digest}`,
];

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-mirror-test-'));
  writeFileSync(join(folder, 'mirror-images.sh'), mirrorScript(images));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * Puts a tool on PATH, beside only the shell's own commands. It records its calls and plays a
 * registry: images that it has copied exist, and images that match \`refused\` cannot be copied.
 */
function fakeTool(name: string, refused = 'nothing'): void {
  const script = `#!/bin/sh
for last in "$@"; do :; done
case $1 in
  copy)
    echo "$*" >> ${folder}/calls
    case $* in *${refused}*) echo "denied" >&2; exit 1 ;; esac
    echo "$last" >> ${folder}/registry ;;
  *) while read -r one; do [ "$one" = "$last" ] && exit 0; done < ${folder}/registry; exit 1 ;;
esac
`;
  writeFileSync(join(folder, 'registry'), '', { flag: 'a' });
  writeFileSync(join(folder, name), script);
  chmodSync(join(folder, name), 0o755);
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const calls = join(folder, 'calls');
  rmSync(calls, { force: true });
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['mirror-images.sh', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: folder, ...env },
  });
  const copied = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, lines: stdout.trim().split('\n'), errors: stderr.trim().split('\n'), copied };
}

// Proves: offline.mirror-filled
test('every image is copied under its name in the mirror, with progress', () => {
  fakeTool('skopeo');
  const { status, lines, copied } = run(['m.example:5000/x']);
  expect(copied).toEqual(copies);
  expect(lines).toEqual([
    '[1/3] quay.io/a/b:v1 -> m.example:5000/x/a/b:v1',
    '[2/3] busybox:1.36 -> m.example:5000/x/library/busybox:1.36',
    `[3/3] ghcr.io/c/d@${digest} -> m.example:5000/x/c/d@${digest}`,
    'All 3 images are in m.example:5000/x.',
  ]);
  expect(status).toBe(0);
});

// Proves: offline.mirror-filled
test('a second run copies nothing, unless it is forced', () => {
  fakeTool('skopeo');
  run(['m.example:5000/x']);
  const again = run(['m.example:5000/x']);
  expect(again.copied).toEqual([]);
  expect(again.lines[0]).toBe('[1/3] m.example:5000/x/a/b:v1 is there');
  expect(run(['--force', 'm.example:5000/x']).copied).toEqual(copies);
});

test('names images that cannot be copied at the end, and copies the rest', () => {
  fakeTool('skopeo', 'busybox');
  const { status, errors, copied } = run(['m.example:5000/x']);
  expect(copied).toEqual(copies);
  expect(errors).toEqual([
    'denied',
    'mirror-images.sh: not copied:',
    '  busybox:1.36',
    'Run it again: what is in the registry already is left alone.',
  ]);
  expect(status).toBe(1);
});

test('uses crane when there is no skopeo', () => {
  fakeTool('crane');
  expect(run(['m.example:5000/x'], { COPY_FLAGS: '--insecure' }).copied[0]).toBe(
    'copy --insecure quay.io/a/b:v1 m.example:5000/x/a/b:v1',
  );
});

test('passes on options for a registry', () => {
  fakeTool('skopeo');
  const COPY_FLAGS = '--dest-tls-verify=false --retry-times 3';
  expect(run(['m.example:5000/x'], { COPY_FLAGS }).copied[0]).toBe(
    'copy --all --preserve-digests --dest-tls-verify=false --retry-times 3 ' +
      'docker://quay.io/a/b:v1 docker://m.example:5000/x/a/b:v1',
  );
});

test.each([
  [[], 'Usage:'],
  [['a.example', 'b.example'], 'Usage:'],
  [['--farce', 'a.example'], 'unknown option --farce'],
  [['https://a.example'], 'without a scheme'],
  [['a.example/'], 'without a slash at the end'],
  [['a.example'], 'neither skopeo nor crane is on PATH'],
])('%j without tools is refused with a reason', (args, reason) => {
  const { status, errors } = run(args);
  expect(errors.join('\n')).toContain(reason);
  expect(status).toBe(2);
});
