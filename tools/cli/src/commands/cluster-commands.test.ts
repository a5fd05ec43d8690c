// SPDX-License-Identifier: Apache-2.0
import { argvOf, planLine } from '../reference/plan-line.ts';

const words = (text: string) => text.split(' ');
const enter = 'node tools/sandbox/src/main.ts exec';
const output = 'pulumi -C packages/user-cluster stack output';

test('the kubeconfig of a cluster is an output of its stack, kept in a file of the run', async () => {
  expect(await planLine('kubeconfig production shop')).toEqual([
    {
      argv: words(`${output} kubeconfig --show-secrets --stack production.shop`),
      environment: 'production',
      into: '/tmp/strata-run/production.shop.out',
    },
  ]);
});

test('of several clusters one may have none yet', async () => {
  const steps = await planLine('kubeconfig production --user ci');
  expect(steps.map(({ argv, mayFail }) => [argv.join(' '), mayFail])).toEqual([
    [`${output} kubeconfigs --json --show-secrets --stack production.reports`, true],
    [`${output} kubeconfigs --json --show-secrets --stack production.shop`, true],
  ]);
});

test('nodes of the sandbox are asked for with its own kubeconfig', async () => {
  expect(await argvOf('get nodes sandbox')).toEqual([`${enter} kubectl get nodes -o wide`]);
});

test('nodes of a cluster are asked for with its kubeconfig, hosts with that of infra', async () => {
  const file = '/tmp/strata-run/kubeconfig';
  expect(await argvOf('get nodes sandbox demo --json')).toEqual([
    `${enter} ${output} kubeconfig --show-secrets --stack sandbox.demo`,
    `${enter} kubectl --kubeconfig ${file} get nodes -o json`,
  ]);
  expect(await argvOf('get nodes production')).toEqual([
    'pulumi -C packages/infra stack output kubeconfig --show-secrets --stack production',
    `kubectl --kubeconfig ${file} get nodes -o wide`,
  ]);
});

test('expiries are read from the rules that stacks have recorded', async () => {
  const rules = 'get prometheusrules.monitoring.coreos.com -A -o json';
  expect(await planLine('get expiries sandbox')).toEqual([
    { argv: words(`${enter} kubectl ${rules}`), into: '/tmp/strata-run/rules.json' },
  ]);
  expect(await argvOf('get expiries production')).toEqual([
    'pulumi -C packages/infra stack output kubeconfig --show-secrets --stack production',
    `kubectl --kubeconfig /tmp/strata-run/kubeconfig ${rules}`,
  ]);
});

test('what the files say needs no other program', async () => {
  expect(await planLine('get clusters production')).toEqual([]);
  expect(await planLine('get addresses production')).toEqual([]);
  await expect(planLine('get clusters prod')).rejects.toThrow('Did you mean "production"?');
});

test('paths are relative to the folder in which somebody types', async () => {
  expect(await argvOf('fleet production sandbox --out page.html')).toEqual([
    'node tools/fleet/src/main.ts --environment production --environment sandbox --out /here/page.html',
  ]);
  expect(await argvOf('fleet --base main --head branch')).toEqual([
    'node tools/fleet/src/main.ts --base main --head branch',
  ]);
  expect(await argvOf('fleet sandbox --live --name two')).toEqual([
    'node tools/fleet/src/main.ts --environment sandbox --live --sandbox two',
  ]);
  expect(await argvOf('fleet --serve --live --port 80 --every 5')).toEqual([
    'node tools/fleet/src/main.ts --live --serve --port 80 --every 5',
  ]);
  expect(await argvOf('bundle site-a --release v1.8 --release v1.9 --image a/b:c')).toEqual([
    'node tools/release-manifests/src/main.ts --bundle /here/site-a --release v1.8 --release v1.9 --image a/b:c',
  ]);
});

test('the restore of a cluster is proven with the backend of its environment, or a given state', async () => {
  const tool = 'node tools/prove-restore/src/main.ts';
  expect(await planLine('prove-restore production shop --timeout 5')).toEqual([
    { argv: words(`${tool} production shop --timeout 5`), environment: 'production' },
  ]);
  expect(await argvOf('prove-restore sandbox demo --json')).toEqual([
    `${enter} ${tool} sandbox demo --json`,
  ]);
  const copy = '--state state.json --repository copy';
  expect(await planLine(`prove-restore production shop ${copy}`)).toEqual([
    { argv: words(`${tool} production shop --state /here/state.json --repository /here/copy`) },
  ]);
  expect(await argvOf('prove-restore production shop --repository s3:https://s3/b')).toEqual([
    `${tool} production shop --repository s3:https://s3/b`,
  ]);
  await expect(planLine('prove-restore production shap')).rejects.toThrow('Did you mean "shop"?');
});

// Proves: volumes.restore
test('volumes are restored with the kubeconfigs of both clusters; that of the sandbox is its own', async () => {
  const tool = 'node tools/prove-restore/src/volumes/main.ts';
  const steps = await planLine(
    'restore-volumes production shop --volume shop/data --as shop/old --block --discard',
  );
  expect(steps.map(({ argv, into }) => [argv.join(' '), into])).toEqual([
    [
      'pulumi -C packages/infra stack output kubeconfig --show-secrets --stack production',
      '/tmp/strata-run/infra.kubeconfig',
    ],
    [`${output} kubeconfig --show-secrets --stack production.shop`, '/tmp/strata-run/kubeconfig'],
    [
      `${tool} production shop --volume shop/data --as shop/old --block --discard --infra /tmp/strata-run/infra.kubeconfig --kubeconfig /tmp/strata-run/kubeconfig`,
      undefined,
    ],
  ]);
  expect((await argvOf('restore-volumes sandbox demo --all --preview')).at(-1)).toBe(
    `${enter} ${tool} sandbox demo --all --preview --kubeconfig /tmp/strata-run/kubeconfig`,
  );
});

test('without a cluster each one of the environment is tried, whatever came out of the others', async () => {
  const tool = 'node tools/prove-restore/src/main.ts production';
  const common = { environment: 'production', afterFailure: true };
  expect(await planLine('prove-restore production')).toEqual(
    ['reports', 'shop'].map((name) => ({
      argv: words(`${tool} ${name} --if-configured`),
      title: `production.${name}`,
      ...common,
    })),
  );
  await expect(planLine('prove-restore production --state x')).rejects.toThrow(
    '--state is of one cluster: name it.',
  );
});

test('the proofs of all clusters are one answer in JSON', async () => {
  const tool = 'node tools/prove-restore/src/main.ts production';
  const files = ['reports', 'shop'].map((name) => `/tmp/strata-run/${name}.json`);
  const steps = await planLine('prove-restore production --json');
  expect(steps.map(({ argv, into }) => [argv.join(' '), into])).toEqual([
    [`${tool} reports --json --if-configured`, files[0]],
    [`${tool} shop --json --if-configured`, files[1]],
    [`node tools/prove-restore/src/join/main.ts ${files.join(' ')}`, undefined],
  ]);
  expect(steps.at(-1)?.afterFailure).toBe(true);
  expect((await planLine('prove-restore production shop --json'))[0]?.into).toBeUndefined();
});

test('a restore reads the kubeconfigs and the images of the platform first', async () => {
  const tool = 'node tools/prove-restore/src/restore/main.ts';
  const own = '--platform /tmp/strata-run/platform.json';
  const kubeconfig = '--kubeconfig /tmp/strata-run/kubeconfig';
  const platform = 'pulumi -C packages/kubevirt-stack stack output --json --stack';
  expect(
    await argvOf('restore production shop --backup 4f2a91c0 --repository copy --preview'),
  ).toEqual([
    'pulumi -C packages/infra stack output kubeconfig --show-secrets --stack production',
    `${platform} production`,
    `${output} kubeconfig --show-secrets --stack production.shop`,
    `${tool} production shop --backup 4f2a91c0 --preview --repository /here/copy ${own} --infra /tmp/strata-run/infra.kubeconfig ${kubeconfig}`,
  ]);
  expect(await argvOf('restore sandbox demo --yes --again')).toEqual([
    `${enter} ${platform} sandbox`,
    `${enter} ${output} kubeconfig --show-secrets --stack sandbox.demo`,
    `${enter} ${tool} sandbox demo --yes --again ${own} ${kubeconfig}`,
  ]);
});

test('new files are written by the generators of Nx', async () => {
  expect(await argvOf('new cluster production cart --workers 3 --vlan --dry-run')).toEqual([
    'nx g @strata/nx-pulumi:user-cluster cart --environment production --workers 3 --vlan --dry-run',
  ]);
  expect(await argvOf('new cluster production cart --profile offices,small')).toEqual([
    'nx g @strata/nx-pulumi:user-cluster cart --environment production --profile offices,small',
  ]);
  expect(await argvOf('new cluster production cart --from-capk cart.yaml')).toEqual([
    'nx g @strata/nx-pulumi:user-cluster cart --environment production --fromCapk /here/cart.yaml',
  ]);
  expect(await argvOf('new cluster production cart --from-harvester -')).toEqual([
    'nx g @strata/nx-pulumi:user-cluster cart --environment production --fromHarvester /dev/stdin',
  ]);
  expect(await argvOf('new environment hall-2 --storage-class fast --control-planes 3')).toEqual([
    'nx g @strata/nx-pulumi:environment hall-2 --controlPlanes 3 --storageClass fast',
  ]);
  expect(await argvOf('new environment hall-2 --from-kkp-seed seed.yaml --datacenter a')).toEqual([
    'nx g @strata/nx-pulumi:environment hall-2 --fromKkpSeed /here/seed.yaml --datacenter a',
  ]);
  expect(await argvOf('new environment hall-2 --from-kkp-seed -')).toEqual([
    'nx g @strata/nx-pulumi:environment hall-2 --fromKkpSeed /dev/stdin',
  ]);
  await expect(planLine('new cluster hall-2 cart')).rejects.toThrow(
    'There is no environment called "hall-2".',
  );
});

// Proves: backups.lost-state
test('restore-state puts the keys back, then recovers the stack, and previews that nothing is left', async () => {
  const tool = 'node tools/prove-restore/src/lost-state/main.ts';
  const stack = 'user-cluster/production.shop';
  expect(await argvOf('restore-state production shop --yes --no-update-runs')).toEqual([
    'pulumi -C packages/infra stack output kubeconfig --show-secrets --stack production',
    `${tool} production shop --yes --no-update-runs --infra /tmp/strata-run/infra.kubeconfig`,
    `node tools/gitops/src/main.ts recover --no-update-runs --stack ${stack}`,
    'pulumi -C packages/user-cluster preview --expect-no-changes --stack production.shop',
  ]);
  expect(await argvOf('restore-state sandbox demo --preview')).toEqual([
    `${enter} ${tool} sandbox demo --preview`,
  ]);
});
