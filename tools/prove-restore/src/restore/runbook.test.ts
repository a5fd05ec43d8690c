// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const runbook = readFileSync(
  resolve(import.meta.dirname, '../../../../docs/runbooks/restore-user-cluster.md'),
  'utf8',
);

test('the runbook restores a backup that it names, for the newest can be that of what is to be undone', () => {
  const shown = runbook.match(/^npx strata restore .*$/gm) ?? [];
  expect(shown.filter((command) => !command.includes('--preview'))).toEqual([
    'npx strata restore production shop --backup 4f2a91c0',
  ]);
});

test('after a restore the stack comes up with --refresh, for the state knows what the backup does not', () => {
  const shown = runbook.match(/(?:npx strata up|packages\/user-cluster up) [^`\n]*/g) ?? [];
  expect(shown).toEqual([
    'npx strata up production shop --refresh',
    'packages/user-cluster up --stack production.shop --refresh',
  ]);
});

test('the runbook waits for the last backup before it restores another', () => {
  const made = runbook.indexOf('create job --from=cronjob/etcd-backup etcd-backup-last');
  const waited = runbook.indexOf('wait --for=condition=complete job/etcd-backup-last');
  const restored = runbook.indexOf('npx strata restore production shop --backup');
  expect([made > 0, waited > made, restored > waited]).toEqual([true, true, true]);
});
