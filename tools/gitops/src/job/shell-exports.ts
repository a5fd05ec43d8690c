// SPDX-License-Identifier: Apache-2.0
import { delimiter, join } from 'node:path';

/** Where the tools are that a shell is to find. */
export interface ShellTools {
  /** Folder with the pinned `pulumi` and its neighbours. */
  readonly binFolder: string;
  readonly pulumiHome: string;
  /** Root of the checkout. */
  readonly root: string;
}

/**
 * Returns the line that sets a shell up: the pinned tools come first on its PATH, then the Node that
 * `npm ci` installs.
 */
export function shellExports({ binFolder, pulumiHome, root }: ShellTools): string {
  const folders = [binFolder, join(root, 'node_modules/.bin')].join(delimiter);
  return `export PATH=${JSON.stringify(folders)}:"$PATH" PULUMI_HOME=${JSON.stringify(pulumiHome)}`;
}
