// SPDX-License-Identifier: Apache-2.0
import { groups } from '../command.ts';
import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command.ts';
import { commandTable } from '../command-table.ts';
import { showStep } from '../show-step.ts';
import { planLine } from './plan-line.ts';

function argumentText({ isMany = false, isOptional = false, name }: ArgumentSpec): string {
  const inside = isMany ? `${name}...` : name;
  return isOptional ? `[${inside}]` : `<${inside}>`;
}

/** In the cell of a table. */
const cell = (text: string) => text.replaceAll('|', String.raw`\|`);

function optionRow({ choices, isMany = false, name, short, text, value }: OptionSpec): string {
  const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
  const both = short === undefined ? `\`${flag}\`` : `\`-${short}\`, \`${flag}\``;
  const more = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(isMany ? ['may be given several times'] : []),
  ];
  const told = more.length === 0 ? text : `${text} (${more.join('; ')})`;
  return `| ${both} | ${cell(told)} |`;
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

async function commandLines(spec: CommandSpec): Promise<string[]> {
  const { answer, arguments: args = [], details, examples, exitCodes = {}, options = [] } = spec;
  const [example] = examples;
  const steps = await planLine(example);
  const runs = steps.map((step) => showStep(step));
  const codes = Object.entries(exitCodes).map(([code, what]) => `Exit code ${code}: ${what}.`);
  const texts = args.filter(({ name }) => !['environment', 'cluster'].includes(name));
  return [
    `### ${spec.name}`,
    '',
    `\`npx strata ${[spec.name, ...args.map(argumentText)].join(' ')}\``,
    '',
    [
      sentence(spec.summary),
      ...(details === undefined ? [] : [details]),
      ...texts.map(({ name, text }) => `\`${name}\`: ${text}.`),
      ...codes,
    ].join(' '),
    '',
    ...(options.length === 0
      ? []
      : ['| option | |', '| --- | --- |', ...options.map(optionRow), '']),
    '```sh',
    ...examples.map((one) => `npx strata ${one}`),
    ...(runs.length === 0 ? [] : ['', '# what the first of them runs', ...runs]),
    '```',
    '',
    ...(answer !== undefined && steps.length > 0
      ? ['It then makes its answer of what these say.', '']
      : []),
  ];
}

/** All commands, for `docs/command-line.md`; not formatted. */
export async function renderCommands(): Promise<string> {
  const lines = [];
  for (const group of groups) {
    lines.push(`## ${group}`, '');
    for (const spec of commandTable.filter((one) => one.group === group)) {
      lines.push(...(await commandLines(spec)));
    }
  }
  return lines.join('\n').trimEnd();
}
