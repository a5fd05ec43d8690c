// SPDX-License-Identifier: Apache-2.0
import { writtenPage } from '../written-page.ts';
import { makeExample } from './example.ts';

/** Path of the page, from the root of the repository. */
export const pagePath = 'docs/coming-from-harvester.md';

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
export function pageText(root: string): Promise<string> {
  const page = { command: 'coming-from-harvester/write-page.ts', path: pagePath };
  return writtenPage(root, page, (own) => {
    const { file, printed } = makeExample(...exampleBlocks(own));
    return [
      'The command says:\n',
      `\`\`\`text\n${printed}\n\`\`\`\n`,
      'The file that it writes, `stacks/user-cluster/Pulumi.production.shop.yaml`:\n',
      `\`\`\`yaml\n${file}\`\`\`\n`,
    ];
  });
}
