// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../testing/test-repository.ts';
import { fileOf, largestSize, pictures, schemes } from './pictures.ts';
import { pngSize } from './png-header.ts';
import { imagesFolder, outdated, readShown, shownToday } from './shown.ts';
import { textsOf } from './view-texts.ts';

const files = pictures.flatMap((picture) =>
  schemes.map((scheme) => ({ file: fileOf(picture, scheme), picture })),
);

test('the folder has each picture in light and dark, and nothing else', () => {
  const expected = [...files.map(({ file }) => file), 'shown.json'].sort();
  expect(readdirSync(imagesFolder).sort()).toEqual(expected);
});

test.each(files)('$file has the size of the table, and is small', ({ file, picture }) => {
  const path = join(imagesFolder, file);
  const { height, width } = picture;
  expect(pngSize(readFileSync(path))).toEqual({ width, height });
  expect(statSync(path).size).toBeLessThan(largestSize);
});

test('the pictures show what the page shows', async () => {
  expect(outdated(readShown().texts, (await shownToday()).texts)).toEqual([]);
});

test('a picture that shows something else is named, with the place and the command', () => {
  const taken = (was: string, is: string) =>
    `the picture "hosts" shows ${was} where the page now shows ${is}; take the pictures anew: npx node tools/fleet/src/browser/write-pictures.ts`;
  const same = { isolation: ['closed'] };
  const recorded = { ...same, hosts: ['prd-0', '3 machines'] };
  expect(outdated(recorded, recorded)).toEqual([]);
  expect(outdated(recorded, { ...same, hosts: ['prd-0', '4 machines'] })).toEqual([
    taken('"3 machines"', '"4 machines"'),
  ]);
  expect(outdated(recorded, { ...same, hosts: ['prd-0'] })).toEqual([
    taken('"3 machines"', 'nothing'),
  ]);
  expect(outdated(same, recorded)).toEqual([taken('nothing', '"prd-0"')]);
});

test('texts of HTML are those between tags, as people read them', () => {
  const html =
    '<a title="a > b">a &amp; b</a>\n <p>say &quot;1 &lt; 2&quot;<br>  and\n go</p><i> </i>';
  expect(textsOf(html)).toEqual(['a & b', 'say "1 < 2"', 'and go']);
});

/** The pictures of a page: names of the files for dark and light, and the text for who sees none. */
function shownIn(page: string) {
  const pattern =
    /<picture>\n\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\n\s*<img alt="([^"]+)" src="([^"]+)">\n\s*<\/picture>/g;
  return [...readFileSync(join(repositoryRoot, page), 'utf8').matchAll(pattern)].map(
    ([, dark, alt = '', light]) => ({ dark, light, words: alt.split(' ').length }),
  );
}

test.each([
  ['README.md', 'docs/images', ['hosts', 'what-if']],
  ['docs/fleet-page.md', 'images', pictures.map(({ name }) => name)],
])(
  '%s shows its pictures in light and dark, with words for who sees none',
  (page, folder, names) => {
    const found = shownIn(page);
    expect(found.map(({ dark, light }) => [dark, light])).toEqual(
      names.map((name) => [
        `${folder}/${fileOf({ name }, 'dark')}`,
        `${folder}/${fileOf({ name }, 'light')}`,
      ]),
    );
    expect(found.filter(({ words }) => words < 10)).toEqual([]);
  },
);
