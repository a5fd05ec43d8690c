// SPDX-License-Identifier: Apache-2.0
// Takes the pictures of the documentation anew: npx node tools/fleet/src/browser/write-pictures.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFleet } from '../testing/example-fleet.ts';
import { findChromium } from './find-chromium.ts';
import { imagesFolder, shownFile, shownToday } from './shown.ts';
import { takePictures } from './take-pictures.ts';

const program = findChromium();
if (program === undefined) {
  console.error('there is no chromium on PATH; on Debian: apt-get install chromium');
  process.exit(1);
}
const taken = await takePictures(program, exampleFleet());
// Pictures that are no longer in the table go.
rmSync(imagesFolder, { recursive: true, force: true });
mkdirSync(imagesFolder, { recursive: true });
for (const { file, png } of taken) {
  writeFileSync(join(imagesFolder, file), png);
  console.log(`docs/images/${file}: ${Math.ceil(png.length / 1000)} kB`);
}
writeFileSync(shownFile, `${JSON.stringify(await shownToday(), null, 2)}\n`);
