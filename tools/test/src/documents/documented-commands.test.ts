// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandsOf, namedCommands, scriptsOf } from './command-lines.ts';
import { commandProblem } from './command-problem.ts';

const root = resolve(import.meta.dirname, '../../../..');
const pages = [
  ...globSync(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md'], { cwd: root }),
  ...globSync(['docs/**/*.md', '{packages,tools}/*/*.md', '{e2e,bench}/README.md'], { cwd: root }),
].sort();

test('every command of this repository that a page shows is one that it has', () => {
  let count = 0;
  const problems = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const shown = scriptsOf(text).flatMap(commandsOf);
    // A sentence may name a command without its arguments.
    const named = namedCommands(text).filter(
      (command) => commandProblem(root, command)?.startsWith('missing required argument') !== true,
    );
    count += shown.length + named.length;
    return [...shown, ...named].flatMap((command) => {
      const problem = commandProblem(root, command);
      return problem === undefined ? [] : [`${page}: ${command}: ${problem}`];
    });
  });
  expect(count).toBeGreaterThan(250);
  expect(problems).toEqual([]);
});

test.each([
  ['npx strata previw prod', "unknown command 'previw' (Did you mean preview?)"],
  ['npx strata preview <environment> --dif', "unknown option '--dif' (Did you mean --diff?)"],
  ['npm run flet', 'package.json has no script "flet"'],
  ['npx nx g @strata/nx-pulumi:cluster shop', 'there is no generator "@strata/nx-pulumi:cluster"'],
  [
    'npx nx g @strata/nx-pulumi:user-cluster shop --env prod',
    '@strata/nx-pulumi:user-cluster has no option --env',
  ],
  ['pulumi -C packages/cluster preview', 'there is no packages/cluster'],
  ['pulumi cancel --stack shop --yes', 'pulumi finds no program: pulumi -C packages/...'],
  ['pulumi plugin install resource command 1.2.1', undefined],
  ['A=1 npx node tools/gitops/main.ts', 'there is no tools/gitops/main.ts'],
  ['npx node tools/gitops/src/main.ts stacks', 'gitops has no command "stacks"'],
  ['npx node tools/gitops/src/main.ts recover --stack infra/production', undefined],
  [
    'node tools/gitops/src/main.ts help',
    'the node on PATH may be too old for it: npx node tools/gitops/src/main.ts',
  ],
  ['kubectl get anything', undefined],
  ['npx strata up production shop > log', undefined],
])('%s: %s', (command, problem) => {
  expect(commandProblem(root, command)).toBe(problem);
});

test('a script is cut into its commands, without comments', () => {
  expect(commandsOf('# first\nnpm run one -- \\\n  --all   # comment\n\na && b | c "#no"')).toEqual(
    ['npm run one -- --all', 'a', 'b', 'c "#no"'],
  );
  expect(commandsOf('eval "$(npx node a.ts)"\nurn=$(pulumi -C b stack | grep c)')).toEqual([
    'npx node a.ts',
    'pulumi -C b stack',
    'grep c)',
  ]);
});
