// SPDX-License-Identifier: Apache-2.0
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What distributions call it. */
const names = ['chromium', 'chromium-browser', 'google-chrome'] as const;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Chromium on a PATH, or undefined. */
export function findChromium(path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}
