// SPDX-License-Identifier: Apache-2.0
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import { readReports } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { repairCommand } from './repair-command.ts';

let repository: SmallRepository;
let root: string;
beforeEach(() => {
  repository = new SmallRepository('repair');
  ({ root } = repository);
  mkdirSync(join(root, 'packages/infra'), { recursive: true });
  repository.commit({
    'stacks/infra/Pulumi.prod.yaml': 'config: {}\n',
    'stacks/infra/Pulumi.test.yaml': 'config: {}\n',
  });
});
afterEach(() => repository.delete());

/** Pulumi that records what it is asked, writes a plan where one is saved, and changes nothing. */
function fakePulumi(more = ''): void {
  const script = `#!/bin/sh
echo "$@" | sed -E 's/ (--event-log|--save-plan|--plan) [^ ]+//g; s/ --non-interactive --color=never//' >> ${join(root, 'calls')}
while [ $# -gt 0 ]; do [ "$1" = --save-plan ] && echo '{"resourcePlans":{}}' > "$2"; ${more}shift; done
exit 0
`;
  repository.write('bin/pulumi', script);
  chmodSync(join(root, 'bin/pulumi'), 0o755);
}

const calls = () =>
  existsSync(join(root, 'calls'))
    ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n')
    : [];

const reports = () =>
  readReports(join(root, '.strata/reports')).map(({ operation, outcome, stack }) => [
    stack,
    operation,
    outcome,
  ]);

/** Steps that the repair said it began. */
let begun: string[] = [];

function repair(args: readonly string[], controller = new AbortController()) {
  begun = [];
  return repairCommand.run(args, {
    workspace: openWorkspace(root),
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}` },
    signal: controller.signal,
    progress: (line) => {
      if (line.endsWith(' ...')) begun.push(line);
      if (line.endsWith(': refresh ...') && existsSync(join(root, 'stop'))) controller.abort();
    },
    print: () => undefined,
  });
}

const callsFor = (stack: string) => [
  `refresh --yes --skip-preview --stack ${stack}`,
  `stack history --json --page-size 20 --stack ${stack}`,
  `preview --stack ${stack}`,
  `up --yes --skip-preview --stack ${stack}`,
  `refresh --preview-only --expect-no-changes --stack ${stack}`,
];

test('refreshes each stack, brings it up, and looks for drift again', async () => {
  fakePulumi();
  expect(await repair(['infra/prod', 'infra/test'])).toBe(0);
  expect(calls()).toEqual([...callsFor('prod'), ...callsFor('test')]);
  expect(reports()).toEqual([
    ['prod', 'drift', 'unchanged'],
    ['test', 'drift', 'unchanged'],
  ]);
});

test('does not bring up a stack whose refresh fails, looks for drift again, and goes on with the next', async () => {
  fakePulumi(
    '[ "$*" = "--skip-preview --stack prod --non-interactive --color=never" ] && exit 1; ',
  );
  expect(await repair(['infra/prod', 'infra/test'])).toBe(1);
  const [refresh, , , , look] = callsFor('prod');
  expect(calls()).toEqual([refresh, look, ...callsFor('test')]);
});

test('changes that are not committed are refused before anything is touched', async () => {
  fakePulumi();
  repository.write('stacks/infra/Pulumi.prod.yaml', 'config: {a: 1}\n');
  await expect(repair(['infra/prod'])).rejects.toThrow(
    new GitopsError(
      'a deployment is of a commit; commit or stash first:\n M stacks/infra/Pulumi.prod.yaml',
    ),
  );
  expect(calls()).toEqual([]);
});

test('asked to stop, it begins nothing more', async () => {
  fakePulumi();
  repository.write('stop', '');
  expect(await repair(['infra/prod', 'infra/test'])).toBe(1);
  expect(begun).toEqual(['infra/prod: refresh ...']);
});

test('without stacks there is nothing to repair', async () => {
  fakePulumi();
  expect(await repair([])).toBe(0);
  expect([calls(), reports()]).toEqual([[], []]);
});
