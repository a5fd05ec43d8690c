// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { makeExample } from './example.ts';

/** Path of the page, from the root of the repository. */
export const pagePath = 'docs/coming-from-harvester.md';

/** Line after which a command writes the page. */
const mark =
  '<!-- From here on written by `node tools/test/src/coming-from-harvester/write-page.ts`. -->';

/** Returns the blocks of YAML in the example of the page: the exported file, and the platform's. */
export function exampleBlocks(own: string): readonly [string, string] {
  const [, example = ''] = own.split('\n## Example\n');
  const blocks = [...example.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const [exported, platform] = blocks;
  if (exported === undefined || platform === undefined) {
    throw new Error(`${pagePath}: the example must have two blocks of YAML.`);
  }
  return [exported, platform];
}

/** Returns the page as it should be: the text that people wrote, and below it what the command makes of its example. */
export async function pageText(root: string): Promise<string> {
  const path = join(root, pagePath);
  const own = readFileSync(path, 'utf8').split(mark)[0] ?? '';
  const { file, printed } = makeExample(...exampleBlocks(own));
  const text = [
    `${own.trimEnd()}\n`,
    `${mark}\n`,
    'The command says:\n',
    `\`\`\`text\n${printed}\n\`\`\`\n`,
    'The file that it writes, `stacks/user-cluster/Pulumi.production.shop.yaml`:\n',
    `\`\`\`yaml\n${file}\`\`\`\n`,
  ];
  return format(text.join('\n'), { ...(await resolveConfig(path)), parser: 'markdown' });
}
