// SPDX-License-Identifier: Apache-2.0
import { shownUrl } from './shown-url.ts';

test.each([
  ['https://audit.example.org/shop', 'https://audit.example.org/shop'],
  ['https://audit.example.org/shop?sig=words', 'https://audit.example.org/shop...'],
  ['https://audit.example.org#words', 'https://audit.example.org...'],
  ['https://ann:words@audit.example.org/a@b', 'https://...@audit.example.org/a@b'],
  ['docker://ann:words@quay.io/a?b', 'docker://...@quay.io/a...'],
  ['s3://ann:wo@rds@a\n?b', 's3://...@a\n...'],
  ['ann@example.org?', 'ann@example.org?'],
])('shows %s as %s', (text, shown) => {
  expect(shownUrl(text)).toBe(shown);
});
