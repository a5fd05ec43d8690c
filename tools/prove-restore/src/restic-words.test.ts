// SPDX-License-Identifier: Apache-2.0
import { resticWords } from './restic-words.ts';

test.each([
  [
    '{"message_type":"exit_error","code":12,"message":"Fatal: wrong password or no key found"}\n',
    'wrong password or no key found',
  ],
  [
    '{"message_type":"exit_error","code":10,"message":"Fatal: no repository\\nIs there one?\\n/x"}',
    'no repository',
  ],
  [
    'Stat(<config/>) returned error, retrying after 717.8ms: dial tcp 127.0.0.1:9: connection refused\n',
    'dial tcp 127.0.0.1:9: connection refused',
  ],
  ['Fatal: unable to open config file\n', 'unable to open config file'],
  [
    'ignoring error for /etcd.db: write /tmp/x/etcd.db: no space left on device\nFatal: There were 1 errors\n\n',
    'write /tmp/x/etcd.db: no space left on device',
  ],
  ['', ''],
])('of %j people read one line', (stderr, words) => {
  expect(resticWords({ stderr })).toBe(words);
});
