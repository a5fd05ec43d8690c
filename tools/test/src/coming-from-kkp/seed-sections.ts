// SPDX-License-Identifier: Apache-2.0
import { datacenterKeys, seedKeys, upstreamFile } from '@strata/nx-pulumi/kkp-seed';
import type { SeedKey, SeedKeys } from '@strata/nx-pulumi/kkp-seed';

/** Returns the text of a cell about a key: its counterpart, or why it has none. */
function answerTo(row: SeedKey): string {
  if ('becomes' in row) return `\`${row.becomes}\``;
  return 'of' in row ? `as \`${row.of}\`` : row.leftOut;
}

function renderKeys(keys: SeedKeys): string {
  const rows = Object.entries(keys).map(
    ([key, row]) => `| [\`${key}\`](${upstreamFile}#L${row.line}) | ${answerTo(row)} |`,
  );
  return `| KKP | Strata, or why it is left out |\n| - | - |\n${rows.join('\n')}\n`;
}

/** Returns the sections with every key of a Seed, and what `new environment --from-kkp-seed` makes of it. */
export function seedSections(): string[] {
  return [
    `## Every key of a datacenter\n\nKeys of \`spec.datacenters.<name>\` of a Seed of KKP 2.31, with the lines of its source, and what \`new environment --from-kkp-seed\` makes of them. A counterpart of \`user-cluster\` is in the profile for clusters of the environment.\n\n${renderKeys(datacenterKeys)}`,
    `## Every key of a Seed\n\nThe same of keys beside its datacenters.\n\n${renderKeys(seedKeys)}`,
  ];
}
