// SPDX-License-Identifier: Apache-2.0
import { damageOfRepository, damageOfSnapshot } from './damage.ts';

// Written by restic 0.18.1, etcdutl and etcd 3.6.5.
test.each([
  'ignoring error for /etcd.db: decrypting blob <data/5a5d8c9b> from cbcc1939 failed: ciphertext verification failed',
  'Load(<data/cbcc193922>, 3000242, 0) failed: file is too short',
  'ignoring error for /etcd.db: ReadFull(<data/cbcc193922>): open /copy/data/cb/cbcc19: no such file or directory',
  'ignoring error for /etcd.db: ReadFull(<data/cbcc193922>): The specified key does not exist.',
  'LoadRaw(<index/baf2a83a17>): invalid data returned',
  'path tmp: id 9fc0f84f1fa9 not found in repository',
])('of the repository: %s', (line) => {
  expect(damageOfRepository(`repository opened\n${line}\nFatal: There were 1 errors\n`)).toBe(line);
});

test.each([
  'ignoring error for /etcd.db: write /tmp/x/etcd.db: no space left on device\nFatal: There were 3 errors\n',
  'ignoring error for /etcd.db: lchown /tmp/x/etcd.db: no such file or directory\n',
  'Load(<data/cbcc193922>, 3000242, 0) failed: dial tcp 192.0.2.1:443: i/o timeout\n',
  'Fatal: unable to open repository: Stat: Access Denied.\n',
  'signal: killed',
  '',
])('not of the repository: %j', (said) => {
  expect(damageOfRepository(said)).toBeUndefined();
});

test.each([
  'Error: expected sha256 [1 2], got [3 4]',
  'Error: snapshot missing hash but --skip-hash-check=false',
  'Error: seek /tmp/strata-restore-1/fetched/etcd.db: invalid argument',
  'Error: open /tmp/strata-restore-1/fetched/etcd.db: no such file or directory',
  'panic: assertion failed: Page expected to be: 63, but self identifies as 12297829382473034410',
  'failed to map db file (/tmp/x/snap/db): invalid database',
])('of the snapshot: %s', (line) => {
  expect(damageOfSnapshot(`restoring\n${line}\nmain.main()\n`)).toBe(line);
});

test.each([
  'Error: write /tmp/x/member/snap/db: no space left on device',
  'Error: open /tmp/x/member/snap/db: no such file or directory',
  'panic: failed to open database',
  'listen tcp 127.0.0.1:2379: bind: address already in use',
  'fatal error: fault',
])('not of the snapshot: %s', (said) => {
  expect(damageOfSnapshot(said)).toBeUndefined();
});
