// SPDX-License-Identifier: Apache-2.0
import { DownloadError } from './download-error.ts';
import { redirectOf } from './open-url.ts';

const url = 'https://releases.example/a/b.tar.gz';

test.each([
  [302, 'https://files.example/c', 'https://files.example/c'],
  [301, '/c', 'https://releases.example/c'],
  [307, 'c', 'https://releases.example/a/c'],
  [200, '/c', undefined],
  [404, '/c', undefined],
  [302, undefined, undefined],
])('an answer %i with the location %s leads to %s', (statusCode, location, next) => {
  expect(redirectOf(url, { statusCode, headers: { ...(location && { location }) } })).toBe(next);
});

test('a redirect from HTTPS to HTTP is refused', () => {
  const answer = { statusCode: 302, headers: { location: 'http://releases.example/c' } };
  expect(() => redirectOf(url, answer)).toThrow(
    new DownloadError(`${url} leads to http://releases.example/c, which is not encrypted`),
  );
});
