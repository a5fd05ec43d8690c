// SPDX-License-Identifier: Apache-2.0
import type { Area, Exception, Rule } from '../rule/index.ts';
import { rules } from '../rules.ts';

/** The sections of the page, in order. */
const titles: Readonly<Record<Area, string>> = {
  isolation: 'Isolation',
  rights: 'Rights',
  images: 'Images',
  machines: 'Machines',
  storage: 'Storage',
  platform: 'Platform',
  data: 'Data',
};

/** The names of the policies that judge a whole stack. */
const wholeStack = rules
  .filter((rule) => 'checkStack' in rule)
  .map(({ name }) => `\`${name}\``)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ');

const intro = `# Policies

<!-- Written by \`node packages/policies/src/page/write-page.ts\` from the rules themselves. -->

What no preview may contain, whoever wrote the program: the CrossGuard pack \`packages/policies\`.

\`\`\`sh
npx strata exec pulumi -C packages/user-cluster preview --stack sandbox.demo \\
  --policy-pack ../policies --policy-pack-config ../../stacks/policies/sandbox.json
\`\`\`

An environment has one file, \`stacks/policies/<environment>.json\`: by a policy's name its level, or
an object with \`enforcementLevel\` and its settings.

\`\`\`json
{
  "data-protected": "disabled",
  "allowed-images": { "enforcementLevel": "advisory", "registries": ["registry.example.org"] }
}
\`\`\`

\`mandatory\` ends the preview, \`advisory\` only shows, \`disabled\` is silent. A policy whose level is
\`remediate\` changes nothing either: only so Pulumi shows it which inputs are secrets. It ends the
preview like a mandatory one; \`advisory\` would blind it, so it is either that or \`disabled\`.

Names that no policy has, Pulumi takes without a word, and such a line has no effect: \`npx strata plan
addresses\`, and with it the check of each pull request, refuses them. It refuses \`all\`, too, Pulumi's
word for every policy.

What a preview does not know yet, no policy judges; the update judges it, right before the resource
is made. ${wholeStack} judge a stack as a whole: an update asks them at its end, and only if everything
was made. So what its preview did not know is made first, and refused afterwards.
`;

/** Escapes text for a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return `${lines.map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n')}\n`;
}

function renderSettings({ settings }: Rule): string {
  const rows = Object.entries(settings).map(([name, setting]) => [
    `\`${name}\``,
    setting.what,
    `\`${JSON.stringify(setting.default)}\``,
  ]);
  return rows.length === 0 ? '' : `\n${table(['setting', 'what', 'default'], rows)}`;
}

function renderExceptions(exceptions: readonly Exception[] = []): string {
  const rows = exceptions.map(({ object, reason, source }) => [
    `\`${object}\``,
    `${reason} ([source](${source}))`,
  ]);
  return rows.length === 0 ? '' : `\n${table(['exception', 'what it needs it for'], rows)}`;
}

function renderRule(rule: Rule): string {
  return (
    `### ${rule.name}\n\n` +
    `Refuses: ${rule.refuses}\n\n` +
    `Why: ${rule.why} [Source](${rule.source}).\n\n` +
    `Level: \`${rule.level}\`.\n${renderSettings(rule)}${renderExceptions(rule.exceptions)}`
  );
}

/** Renders docs/policies.md. */
export function renderPage(): string {
  const parts = Object.entries(titles).map(([area, title]) =>
    [`## ${title}\n`, ...rules.filter((rule) => rule.area === area).map(renderRule)].join('\n'),
  );
  return [intro, ...parts].join('\n');
}
