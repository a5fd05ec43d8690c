// SPDX-License-Identifier: Apache-2.0
import type { ComparedFleet } from '../change-model.ts';
import { preparePage } from '../write-page.ts';
import { OpenPage } from './open-page.ts';
import { fileOf, pictures, schemes } from './pictures.ts';
import type { Picture, Scheme } from './pictures.ts';
import { fleetOf } from './shown.ts';

/** Picture that a browser has taken. */
export interface TakenPicture {
  readonly picture: Picture;
  readonly scheme: Scheme;
  /** Name of its file. */
  readonly file: string;
  readonly png: Buffer;
  /** HTML of the page that it shows. */
  readonly html: string;
  /** Complaints of the browser. */
  readonly complaints: readonly string[];
}

async function take(opened: OpenPage, picture: Picture, scheme: Scheme): Promise<TakenPicture> {
  const { hash, height, width } = picture;
  const page = await opened.open(hash, {
    colorScheme: scheme,
    deviceScaleFactor: 1,
    viewport: { width, height },
  });
  const png = await page.screenshot({ animations: 'disabled', type: 'png' });
  const html = await page.innerHTML('#page');
  await page.close();
  const { complaints } = opened;
  return { picture, scheme, file: fileOf(picture, scheme), png, html, complaints };
}

/** Takes all pictures of an example, in light and dark. */
export async function takePictures(
  program: string,
  example: ComparedFleet,
): Promise<TakenPicture[]> {
  const pageOf = await preparePage('file');
  const taken: TakenPicture[] = [];
  for (const picture of pictures) {
    await using opened = await OpenPage.start(program, pageOf(fleetOf(picture, example)));
    for (const scheme of schemes) taken.push(await take(opened, picture, scheme));
  }
  return taken;
}
