// SPDX-License-Identifier: Apache-2.0
import { argvOf, planLine } from '../reference/plan-line.ts';

const enter = 'node tools/sandbox/src/main.ts exec';
const output = 'pulumi -C packages/user-cluster stack output kubeconfig --show-secrets --stack';
const tool = 'node tools/prove-restore/src/object-restore/main.ts';
const file = '--kubeconfig /tmp/strata-run/kubeconfig';

// Proves: backups.restore-objects
test('objects of a backup are brought with the kubeconfig of the cluster that gets them', async () => {
  expect(await argvOf('restore-objects production shop --namespace shop --preview')).toEqual([
    `${output} production.shop`,
    `${tool} production shop --namespace shop --preview --to production.shop ${file}`,
  ]);
  const steps = await planLine(
    'restore-objects production shop --to reports --stopped --empty-volumes --kind secrets --backup 4f2a91c0 -y --repository copy',
  );
  expect(steps.map(({ argv, environment, into }) => [argv.join(' '), environment, into])).toEqual([
    [`${output} production.reports`, 'production', '/tmp/strata-run/kubeconfig'],
    [
      `${tool} production shop --kind secrets --backup 4f2a91c0 --empty-volumes --stopped --yes --repository /here/copy --to production.reports ${file}`,
      'production',
      undefined,
    ],
  ]);
  expect(await argvOf('restore-objects sandbox demo --repository s3:https://s3/b')).toEqual([
    `${enter} ${output} sandbox.demo`,
    `${enter} ${tool} sandbox demo --repository s3:https://s3/b --to sandbox.demo ${file}`,
  ]);
});

// Proves: backups.restore-objects
test('files need no cluster, and a given state neither Pulumi nor the files of the former cluster', async () => {
  expect(await planLine('restore-objects production shop --out files')).toEqual([
    {
      argv: `${tool} production shop --out /here/files`.split(' '),
      environment: 'production',
    },
  ]);
  const steps = await planLine('restore-objects production gone --state s.json --to shop');
  expect(steps.map(({ argv, environment }) => [argv.join(' '), environment])).toEqual([
    [`${output} production.shop`, 'production'],
    [`${tool} production gone --state /here/s.json --to production.shop ${file}`, undefined],
  ]);
});

// Proves: backups.restore-objects
test.each([
  ['production shap', 'Did you mean "shop"?'],
  ['production gone --state s.json', 'There is no cluster in production called "gone".'],
  ['production shop --to shap', 'Did you mean "shop"?'],
  ['production shop --to nowhere.shop', 'There is no environment called "nowhere".'],
  ['production shop --to reports --out f', '--to names a cluster and --out a folder: give one'],
  [
    'production shop --to sandbox.demo',
    'Clusters of the sandbox are reached from inside of its rack',
  ],
])('restore-objects %s is refused', async (line, message) => {
  await expect(planLine(`restore-objects ${line}`)).rejects.toThrow(message);
});
