// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakePulumi } from '../testing/fake-pulumi.ts';
import { TestRepository } from '../testing/test-repository.ts';
import { StackReader } from './stack-reader.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
  for (const program of ['infra', 'kubevirt-stack', 'user-cluster']) {
    mkdirSync(join(repository.root, 'packages', program), { recursive: true });
  }
});
afterEach(() => repository[Symbol.dispose]());

const readerOf = ({ options }: FakePulumi, seconds = 5) =>
  new StackReader({ root: repository.root, env: options.env, seconds });

const flags = '--non-interactive --color=never';

/** Prints the states of staging; the cluster's is not there yet. */
const staging = `
case "$PWD $*" in
  */user-cluster\\ stack\\ ls*) echo '[{"name":"production.shop"}]' ;;
  *stack\\ ls*) echo '[{"name":"staging","lastUpdate":"2026-11-24T08:00:00.000Z"}]' ;;
  */infra\\ *) echo '{"apiEndpoint":"https://192.0.2.9:6443","kubeconfig":"hush","hosts":[]}' ;;
  *) echo '{"release":"v1.8","kubernetes":"1.35.4","joinTokenExpires":"2026-12-24T08:00:00Z"}' ;;
esac`;

test('reads outputs of all stacks of an environment, and none of a stack that is not there', async () => {
  using pulumi = new FakePulumi(staging);
  const states = await readerOf(pulumi).read('staging');
  expect(
    states.map(({ outputs, stack, writtenAt }) => [
      stack.id,
      writtenAt,
      outputs.value ?? outputs.problem,
    ]),
  ).toEqual([
    [
      'infra/staging',
      '2026-11-24T08:00:00.000Z',
      { kubeconfig: 'hush', shown: { endpoint: 'https://192.0.2.9:6443' } },
    ],
    [
      'kubevirt-stack/staging',
      '2026-11-24T08:00:00.000Z',
      {
        shown: {
          release: 'v1.8',
          kubernetes: '1.35.4',
          joinTokenEnds: '2026-12-24T08:00:00.000Z',
        },
      },
    ],
    ['user-cluster/staging.shop', undefined, 'it has not been brought up'],
  ]);
  expect([...pulumi.runs].sort()).toEqual(
    [
      ...Array<string>(3).fill(`stack ls --json ${flags}`),
      ...Array<string>(2).fill(`stack output --json --show-secrets --stack staging ${flags}`),
    ].sort(),
  );
});

test('reads a state again only when it has been written since', async () => {
  using pulumi = new FakePulumi(staging);
  const reader = readerOf(pulumi);
  const outputs = () => pulumi.runs.filter((run) => run.startsWith('stack output')).length;
  const first = await reader.read('staging');
  expect(outputs()).toBe(2);
  const second = await reader.read('staging');
  expect(outputs()).toBe(2);
  expect(second[0]?.outputs.value).toEqual(first[0]?.outputs.value);
});

test('a backend that cannot be read is the problem of all stacks, and is asked once for each program', async () => {
  using pulumi = new FakePulumi('echo "error: PULUMI_ACCESS_TOKEN must be set" >&2; exit 255');
  const states = await readerOf(pulumi).read('staging');
  const problem =
    'no variable names the backend of its state (STRATA_BACKENDS, or PULUMI_BACKEND_URL)';
  expect(states.map(({ outputs }) => outputs.problem)).toEqual([problem, problem, problem]);
  expect(pulumi.runs).toEqual(Array<string>(3).fill(`stack ls --json ${flags}`));
});

test('outputs of another form than the page shows are a problem, and are not quoted', async () => {
  using pulumi = new FakePulumi(
    `case "$*" in *ls*) echo '[{"name":"staging"}]' ;; *) echo '{"endpoint":"https://u:hush@host"}' ;; esac`,
  );
  const [infra] = await readerOf(pulumi).read('staging');
  expect(infra?.outputs.problem).toBe('what it answers has another form than expected at endpoint');
});

test('a key that many states share is derived once, and handed to the readings that begin later', async () => {
  const file = 'stacks/user-cluster/Pulumi.staging.shop.yaml';
  const shop = repository.read(file);
  for (const name of ['a', 'b', 'c', 'd']) repository.write(file.replace('shop', name), shop);
  using pulumi = new FakePulumi(
    `[ -z "$PULUMI_CONFIG_PASSPHRASE_KEYS" ] || echo "$PULUMI_CONFIG_PASSPHRASE_KEYS" >> "\${0%/*}/keys"\n${staging.replaceAll('production.shop', 'staging.a')}`,
  );
  const env = { ...pulumi.options.env, PULUMI_CONFIG_PASSPHRASE: 'staging' };
  const reader = new StackReader({ root: repository.root, env, seconds: 5 });
  const handed = join(pulumi.folder, 'keys');
  // The first readings may begin before the key is there.
  while (!existsSync(handed)) await reader.read('staging');
  const [keys = ''] = readFileSync(handed, 'utf8').split('\n');
  const [, salt] = String(shop.encryptionsalt).split(':');
  expect(Object.keys(JSON.parse(keys) as object)).toEqual([salt]);
});
