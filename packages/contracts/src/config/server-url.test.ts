// SPDX-License-Identifier: Apache-2.0
import { serverUrl } from './server-url.ts';

const url = serverUrl(/^https:\/\/[a-z0-9.-]+(:[1-9][0-9]{0,4})?(\/.*)?$/, 'a URL');
const repository = serverUrl(/^ssh:\/\/git@/, 'a URL');
const issuesOf = (text: string) => url.safeParse(text).error?.issues.length ?? 0;

test.each([
  'https://s3.example.org',
  'https://s3.example.org:65535/x',
  'https://10.0.0.25:9000',
  'https://1.example',
])('takes %s', (text) => {
  expect(issuesOf(text)).toBe(0);
});

test('a user before the host changes nothing', () => {
  expect(repository.safeParse('ssh://git@10.0.0.5/shop.git').success).toBe(true);
  expect(repository.safeParse('ssh://git@10.0.0.256/shop.git').success).toBe(false);
});

test.each([
  'https://10.0.0.256:9000',
  'https://10.20.0.1.5/x',
  'https://s3.example.org:99999',
  'https://300.300',
  'https://s3.example.123',
  'https://1.2.3',
  'https://0x7f.1',
  'https://0x7f',
  'https://a..b',
  'http://s3.example.org',
])('refuses %s with one issue', (text) => {
  expect(issuesOf(text)).toBe(1);
});
