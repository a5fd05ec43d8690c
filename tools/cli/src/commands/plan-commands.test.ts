// SPDX-License-Identifier: Apache-2.0
import { argvOf, planLine } from '../reference/plan-line.ts';
import { UsageError } from '../usage-error.ts';

const planCheck = 'node tools/plan-check/src/main.ts';
const outputs = (program: string) =>
  `pulumi -C packages/${program} stack output --json --stack production`;

test.each([
  [
    'plan upgrade production --to v1.9 --kubernetes 1.35.4 --json',
    [`${planCheck} upgrade-plan --environment production --to v1.9 --kubernetes 1.35.4 --json`],
  ],
  ['plan capacity production', [`${planCheck} capacity --environment production`]],
  [
    'plan capacity production --live',
    [
      outputs('infra'),
      outputs('kubevirt-stack'),
      `${planCheck} capacity --environment production --hosts /tmp/strata-run/infra.json --platform /tmp/strata-run/kubevirt-stack.json`,
    ],
  ],
  ['plan cost', [`${planCheck} cost`]],
  ['plan cost production --json', [`${planCheck} cost --environment production --json`]],
  [
    'plan cost production --live',
    [
      outputs('infra'),
      outputs('kubevirt-stack'),
      `${planCheck} cost --environment production --hosts /tmp/strata-run/infra.json --platform /tmp/strata-run/kubevirt-stack.json`,
    ],
  ],
  [
    'plan isolation production --json',
    [
      outputs('kubevirt-stack'),
      `${planCheck} isolation --environment production --json --platform /tmp/strata-run/kubevirt-stack.json`,
    ],
  ],
  [
    'plan isolation production --platform out.json',
    [`${planCheck} isolation --environment production --platform /here/out.json`],
  ],
  ['plan addresses', [`${planCheck} check`]],
  [
    'plan what-if vlan-becomes 40 41 --environment production --environment sandbox --json',
    [
      'node tools/fleet/src/main.ts what-if vlan-becomes 40 41 --environment production --environment sandbox --json',
    ],
  ],
  [
    'plan blast-radius production shop',
    [
      'pulumi -C packages/user-cluster preview --json --show-sames --stack production.shop',
      `${planCheck} blast-radius /tmp/strata-run/user-cluster.production.shop.json`,
    ],
  ],
])('"%s" asks the tool that knows', async (line, argv) => {
  expect(await argvOf(line)).toEqual(argv);
});

test('a question about an environment that is not there is refused before it is asked', async () => {
  await expect(planLine('plan what-if host-lost h1 --environment prod')).rejects.toThrow(
    'There is no environment called "prod". Did you mean "production"?',
  );
});

test('a question that nobody answers is refused before it is asked', async () => {
  const answer = planLine('plan what-if host-lots prd-0');
  await expect(answer).rejects.toBeInstanceOf(UsageError);
  await expect(answer).rejects.toThrow(
    'There is no question called "host-lots". Did you mean "host-lost"?\nQuestions: host-lost, ',
  );
});

test('the outputs of all environments at once are refused', async () => {
  await expect(planLine('plan cost --live')).rejects.toThrow(
    '--live needs the name of an environment.',
  );
});

test('the previews of a blast radius may fail, for their judge tells why', async () => {
  const steps = await planLine('plan blast-radius production shop');
  expect(steps.map(({ errorsInto, into, mayFail }) => [into, errorsInto, mayFail])).toEqual([
    [
      '/tmp/strata-run/user-cluster.production.shop.json',
      '/tmp/strata-run/user-cluster.production.shop.json.err',
      true,
    ],
    [undefined, undefined, undefined],
  ]);
});

test('only the commands of Pulumi need the environment', async () => {
  const steps = await planLine('plan capacity production --live');
  expect(steps.map(({ environment, into }) => [environment, into])).toEqual([
    ['production', '/tmp/strata-run/infra.json'],
    ['production', '/tmp/strata-run/kubevirt-stack.json'],
    [undefined, undefined],
  ]);
});

test.each([
  [
    'comment 42 --job success',
    'node tools/gitops/src/main.ts comment --pull-request 42 --job success',
  ],
  ['comment --open', 'node tools/gitops/src/main.ts comment --open'],
  ['bench one-cluster --quick', 'node bench/src/main.ts one-cluster --quick'],
  ['bench --quick', 'node bench/src/main.ts --quick'],
  ['fuzz --runs 100', 'node tools/config-fuzz/src/main.ts --runs 100'],
  ['kills --kills 5 --seed 7', 'node e2e/src/kills/main.ts --kills 5 --seed 7'],
  ['doctor production', 'node tools/gitops/src/main.ts doctor --environment production'],
  [
    'doctor sandbox',
    'node tools/sandbox/src/main.ts exec node tools/gitops/src/main.ts doctor --environment sandbox',
  ],
])('"%s" runs "%s"', async (line, argv) => {
  expect(await argvOf(line)).toEqual([argv]);
});

test.each(['comment', 'comment 42 --open'])('"%s" is refused', async (line) => {
  await expect(planLine(line)).rejects.toThrow(
    'comment needs the number of a pull request, or --open.',
  );
});

test('"plan upgrade" without a target is refused, for "nothing to do" would be no answer', async () => {
  for (const line of ['plan upgrade production', 'plan upgrade production --json']) {
    await expect(planLine(line)).rejects.toThrow(
      new UsageError('Name where it shall lead: --to, --kubernetes or --infra-kubernetes.'),
    );
  }
});
