// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFleet } from '../testing/example-fleet.ts';
import { inBrowser, program, title } from './in-browser.ts';
import { OpenPage } from './open-page.ts';
import { largestSize } from './pictures.ts';
import { pngSize } from './png-header.ts';
import { readShown, shownToday } from './shown.ts';
import { takePictures } from './take-pictures.ts';
import type { TakenPicture } from './take-pictures.ts';
import { textsOf } from './view-texts.ts';

/** Colours of a picture. */
interface Colours {
  /** How many there are. */
  readonly count: number;
  /** Share of the pixels that have the commonest one. */
  readonly commonest: number;
  /** Brightness of the pixel at the lower left corner, from 0 to 255. */
  readonly corner: number;
}

const countColours = (png: Buffer) => `(async () => {
  const image = new Image();
  image.src = 'data:image/png;base64,${png.toString('base64')}';
  await image.decode();
  const { height, width } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const counts = Map.groupBy(pixels, (pixel) => pixel);
  const commonest = Math.max(...[...counts.values()].map(({ length }) => length)) / pixels.length;
  const [red, green, blue] = context.getImageData(0, height - 1, 1, 1).data;
  return { count: counts.size, commonest, corner: Math.round((red + green + blue) / 3) };
})()`;

inBrowser(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-pictures-'));
  let taken: readonly TakenPicture[] = [];

  beforeAll(async () => {
    taken = await takePictures(program, exampleFleet());
    for (const { file, png } of taken) writeFileSync(join(folder, file), png);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test('each picture has the size of the table, is small, and shows something in its theme', async () => {
    await using paper = await OpenPage.start(program, '<h1>Colours</h1>');
    const page = await paper.open('');
    for (const { file, picture, scheme } of taken) {
      const png = readFileSync(join(folder, file));
      expect(pngSize(png)).toEqual({ width: picture.width, height: picture.height });
      expect(png.length).toBeLessThan(largestSize);
      const colours: unknown = await page.evaluate(countColours(png));
      const { commonest, corner, count } = colours as Colours;
      expect([file, count > 50, commonest < 0.9]).toEqual([file, true, true]);
      expect([file, corner > 128 ? 'light' : 'dark']).toEqual([file, scheme]);
    }
  });

  test('the pictures show the texts that are compared without a browser, and no complaint', () => {
    const { texts } = readShown();
    for (const { complaints, html, picture } of taken) {
      expect(textsOf(html)).toEqual(texts[picture.name]);
      expect(complaints).toEqual([]);
    }
  });

  test('the pictures in the documentation have the style of today: else write-pictures.ts takes them anew', async () => {
    expect(readShown().style).toBe((await shownToday()).style);
  });
});
