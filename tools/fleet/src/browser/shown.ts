// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ComparedFleet } from '../change-model.ts';
import { exampleFleet } from '../testing/example-fleet.ts';
import { repositoryRoot } from '../testing/test-repository.ts';
import { pictures } from './pictures.ts';
import type { Picture } from './pictures.ts';
import { prepareTexts } from './view-texts.ts';

/** Folder of the pictures. */
export const imagesFolder = join(repositoryRoot, 'docs/images');

/** File that says what the pictures show. */
export const shownFile = join(imagesFolder, 'shown.json');

/** Command that takes the pictures anew. */
export const command = 'npx node tools/fleet/src/browser/write-pictures.ts';

const shown = z.strictObject({
  /** SHA-256 of the style sheet. */
  style: z.string(),
  /** Texts of the view of each picture, in their order. */
  texts: z.record(z.string(), z.array(z.string())),
});

/** Contents of the pictures: their pixels depend on fonts and on the browser, these do not. */
export type Shown = z.infer<typeof shown>;

/** Returns what the pictures in the documentation show. */
export function readShown(): Shown {
  return shown.parse(JSON.parse(readFileSync(shownFile, 'utf8')));
}

/** Returns the fleet of a picture. */
export function fleetOf({ isCompared }: Picture, example: ComparedFleet): ComparedFleet {
  const { change, ...fleet } = example;
  return isCompared && change !== undefined ? { ...fleet, change } : fleet;
}

/** Returns what the page of today shows in the views of the pictures. */
export async function shownToday(): Promise<Shown> {
  const example = exampleFleet();
  const textsOf = await prepareTexts();
  const style = readFileSync(join(import.meta.dirname, '../page/style.css'));
  return {
    style: createHash('sha256').update(style).digest('hex'),
    texts: Object.fromEntries(
      pictures.map((picture) => [picture.name, textsOf(fleetOf(picture, example), picture.hash)]),
    ),
  };
}

const quoted = (text: string | undefined) => (text === undefined ? 'nothing' : `"${text}"`);

/** Returns a line for each picture whose texts are not those of today. */
export function outdated(recorded: Shown['texts'], today: Shown['texts']): string[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(today)])];
  return names.flatMap((name) => {
    const [was, is] = [recorded[name] ?? [], today[name] ?? []];
    const length = Math.max(was.length, is.length);
    const at = Array.from({ length }, (_, index) => index).find(
      (index) => was[index] !== is[index],
    );
    if (at === undefined) return [];
    return `the picture "${name}" shows ${quoted(was[at])} where the page now shows ${quoted(is[at])}; take the pictures anew: ${command}`;
  });
}
