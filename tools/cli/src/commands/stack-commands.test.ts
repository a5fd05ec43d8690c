// SPDX-License-Identifier: Apache-2.0
import { exampleContext } from '../reference/example-repository.ts';
import { argvOf, planLine } from '../reference/plan-line.ts';

const policies = (environment: string) =>
  `--policy-pack ../policies --policy-pack-config ../../stacks/policies/${environment}.json`;
const words = (text: string) => text.split(' ');
const enter = 'node tools/sandbox/src/main.ts exec';
const gitops = 'node tools/gitops/src/main.ts';

test('up of a cluster makes its stack unless it is there, and brings it up', async () => {
  expect(await planLine('up production shop --yes')).toEqual([
    {
      argv: words('pulumi -C packages/user-cluster stack init --no-select --stack production.shop'),
      unless: words('pulumi -C packages/user-cluster stack --show-name --stack production.shop'),
      environment: 'production',
    },
    {
      argv: words(
        `pulumi -C packages/user-cluster up --yes ${policies('production')} --stack production.shop`,
      ),
      title: 'user-cluster/production.shop',
      environment: 'production',
    },
  ]);
});

test('up makes a new stack with the key service that its file names', async () => {
  const context = { ...exampleContext, initFlags: () => ['--secrets-provider', 'awskms://k'] };
  const [make] = await planLine('up production shop', context);
  expect(make?.argv.join(' ')).toBe(
    'pulumi -C packages/user-cluster stack init --no-select --secrets-provider awskms://k --stack production.shop',
  );
});

test('up has a new stack refused whose file names no key', async () => {
  const context = { ...exampleContext, initFlags: () => undefined };
  const [make] = await planLine('up production shop', context);
  expect(make).toEqual({
    argv: words(`${gitops} run preview --stack user-cluster/production.shop`),
    unless: words('pulumi -C packages/user-cluster stack --show-name --stack production.shop'),
    environment: 'production',
  });
});

test('the environment sandbox is inside the rack, with its conditions', async () => {
  expect(await planLine('up sandbox demo')).toEqual([
    {
      argv: words(
        `${enter} pulumi -C packages/user-cluster stack init --no-select --stack sandbox.demo`,
      ),
      unless: words(
        `${enter} pulumi -C packages/user-cluster stack --show-name --stack sandbox.demo`,
      ),
    },
    {
      argv: words(
        `${enter} pulumi -C packages/user-cluster up ${policies('sandbox')} --stack sandbox.demo`,
      ),
      title: 'user-cluster/sandbox.demo',
    },
  ]);
});

test('up of an environment goes from the stack below to those that stand on it', async () => {
  const argv = await argvOf('up production --yes --name trial');
  expect(argv.filter((line) => line.includes(' up '))).toEqual([
    `pulumi -C packages/infra up --yes ${policies('production')} --stack production`,
    `pulumi -C packages/kubevirt-stack up --yes ${policies('production')} --stack production`,
    `pulumi -C packages/addons up --yes ${policies('production')} --stack production`,
    `pulumi -C packages/user-cluster up --yes ${policies('production')} --stack production.reports`,
    `pulumi -C packages/user-cluster up --yes ${policies('production')} --stack production.shop`,
  ]);
});

test('--program chooses the stacks of one program; platform is kubevirt-stack', async () => {
  expect(await argvOf('preview production --program platform --diff')).toEqual([
    `pulumi -C packages/kubevirt-stack preview --diff ${policies('production')} --stack production`,
  ]);
});

test('--name says which sandbox', async () => {
  const [, up] = await argvOf('up sandbox demo --yes --name trial');
  expect(up).toBe(
    `node tools/sandbox/src/main.ts --name trial exec pulumi -C packages/user-cluster up --yes ${policies('sandbox')} --stack sandbox.demo`,
  );
});

test('up makes with --refresh what the state has and the cluster has lost', async () => {
  const [, up] = await argvOf('up production shop --refresh');
  expect(up).toBe(
    `pulumi -C packages/user-cluster up --refresh ${policies('production')} --stack production.shop`,
  );
});

test('a preview of a stack that is not there is made without making it', async () => {
  expect(await planLine('preview production shop')).toEqual([
    {
      argv: words(
        `pulumi -C packages/user-cluster preview ${policies('production')} --stack production.shop`,
      ),
      when: words('pulumi -C packages/user-cluster stack --show-name --stack production.shop'),
      otherwise: words(`${gitops} run preview --stack user-cluster/production.shop`),
      title: 'user-cluster/production.shop',
      environment: 'production',
    },
  ]);
});

test('an offline preview needs no environment, and its page is shown whatever came of it', async () => {
  expect(await planLine('preview sandbox demo --offline')).toEqual([
    {
      argv: words(
        `${gitops} run preview --offline --reports /tmp/strata-run/reports --stack user-cluster/sandbox.demo`,
      ),
    },
    { argv: words(`${gitops} summary --reports /tmp/strata-run/reports`), afterFailure: true },
  ]);
});

test('drift is looked for by gitops, in the environment', async () => {
  expect(await planLine('drift production shop')).toEqual([
    {
      argv: words(
        `${gitops} run drift --reports /tmp/strata-run/reports --stack user-cluster/production.shop`,
      ),
      environment: 'production',
    },
    { argv: words(`${gitops} summary --reports /tmp/strata-run/reports`), afterFailure: true },
  ]);
  expect((await argvOf('drift sandbox --program infra --reports kept'))[0]).toBe(
    `${enter} ${gitops} run drift --reports /here/kept --stack infra/sandbox`,
  );
});

test('recover is for one stack', async () => {
  expect(await argvOf('recover production --program platform --no-update-runs')).toEqual([
    `${gitops} recover --no-update-runs --stack kubevirt-stack/production`,
  ]);
  await expect(planLine('recover production --program user-cluster')).rejects.toThrow(
    'Which of these stacks: user-cluster/production.reports, user-cluster/production.shop? Name a cluster, or --program.',
  );
});

test.each([
  [
    'up prodution',
    'There is no environment called "prodution". Did you mean "production"?\nEnvironments: production, sandbox',
  ],
  ['up x', 'There is no environment called "x".\nEnvironments: production, sandbox'],
  [
    'up production report',
    'There is no cluster in production called "report". Did you mean "reports"?\nClusters of production: reports, shop',
  ],
  [
    'drift nowhere shop',
    'There is no environment called "nowhere".\nEnvironments: production, sandbox',
  ],
  [
    'preview production shop --program infra',
    'A cluster has no stack of infra: leave out --program or "shop".',
  ],
])('"%s" is answered with what there is', async (line, message) => {
  await expect(planLine(line)).rejects.toThrow(new Error(message));
});
